#pragma once

#include <QByteArray>
#include <QString>

#include "app/cloud/credentials.h"
#include "app/cloud/http_client.h"
#include "engine/error.h"

namespace cloud {

/// Why a request to AWS failed. what() is one sentence with the remedy, without secrets.
class AwsError : public engine::Error {
 public:
  enum class Kind {
    Unreachable,  ///< no connection, or it broke
    TimedOut,
    Insecure,  ///< the server's certificate is not trusted
    Throttled,
    Unavailable,  ///< AWS's fault
    ClockSkewed,
    Expired,  ///< the session
    UnknownKey,
    BadSignature,  ///< the secret does not belong to the key
    AccessDenied,
    NotFound,  ///< no such instance
    NotBurstable,
    Refused,    ///< for another reason
    BadAnswer,  ///< not what AWS sends
    Cancelled
  };

  AwsError(Kind kind, const std::string& what) : engine::Error(what), m_kind(kind) {}
  Kind kind() const noexcept { return m_kind; }
  /// Another try may succeed by itself.
  bool isTransient() const noexcept;

 private:
  Kind m_kind;
};

/// What a failed or refused request means. permission is what the caller needs, such as
/// "cloudwatch:GetMetricStatistics".
AwsError explain(const HttpResponse& response, const QString& host, const QString& permission,
                 const Credentials& credentials);

}  // namespace cloud
