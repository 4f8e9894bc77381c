#pragma once

#include <QProcessEnvironment>
#include <QUrl>
#include <optional>

#include "app/cloud/credentials.h"
#include "app/cloud/http_client.h"
#include "engine/clock.h"

namespace cloud {

/// How to reach the instance metadata service.
struct MetadataSettings {
  QUrl endpoint{QStringLiteral("http://169.254.169.254")};
  bool disabled = false;
  bool allowVersion1 = false;  ///< without a token, where version 2 gives none
  int timeoutMilliseconds = 1000;

  /// AWS_EC2_METADATA_DISABLED, AWS_EC2_METADATA_SERVICE_ENDPOINT and ..._ENDPOINT_MODE,
  /// AWS_METADATA_SERVICE_TIMEOUT (seconds). Throws engine::Error for an endpoint that is no URL.
  static MetadataSettings from(const QProcessEnvironment& environment);
};

/// What an EC2 instance knows of itself.
struct InstanceIdentity {
  QString id;
  QString type;
  QString region;
  std::optional<QDateTime> launched;  ///< the last launch or start
};

/// The instance metadata service (IMDS), version 2. Off EC2 the first question takes at most two
/// timeouts; then that is remembered, and nothing is asked again for a minute.
class InstanceMetadata {
 public:
  InstanceMetadata(HttpClient& http, const MetadataSettings& settings,
                   const engine::Clock& clock = engine::steadyClock());

  /// Empty where this computer is not on EC2 or does not tell; absence() says which.
  std::optional<InstanceIdentity> identity();

  /// The keys of the instance's role. Throws engine::Error where it has none.
  Credentials roleCredentials();

  /// Why there was no answer: one sentence for a person, with a remedy where there is one.
  const QString& absence() const { return m_absence; }

 private:
  std::optional<QByteArray> get(const char* path);
  bool makeToken();
  bool explainSilence();
  void rememberAbsence(const QString& why);
  HttpResponse ask(const QByteArray& method, const QString& path);

  HttpClient& m_http;
  MetadataSettings m_settings;
  const engine::Clock& m_clock;
  QByteArray m_token;
  bool m_hasAccess = false;  // with a token, or without one by version 1
  QString m_absence;
  double m_askAgainAt = 0;
};

}  // namespace cloud
