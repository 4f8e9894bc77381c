#pragma once

#include <QList>
#include <QPair>
#include <QUrl>
#include <functional>
#include <random>

#include "app/cloud/aws_error.h"
#include "app/cloud/http_client.h"

namespace cloud {

/// A service that speaks AWS's query protocol.
struct AwsService {
  const char* signingName;  ///< also the first part of its host
  const char* permissions;  ///< how policies call it
  const char* version;      ///< of its interface
};
inline constexpr AwsService kCloudWatch{"monitoring", "cloudwatch", "2010-08-01"};
inline constexpr AwsService kEc2{"ec2", "ec2", "2016-11-15"};

using Parameters = QList<QPair<QString, QString>>;

/// Asks AWS questions, signed. Tries again where that may help: after waits that double each time,
/// up to 20 s, cut by chance so that programs do not ask in step. Follows AWS's clock where this
/// computer's is wrong.
class AwsClient {
 public:
  /// The keys of the moment. Throws engine::Error where there are none.
  using KeySource = std::function<Credentials()>;

  /// endpoint overrules the service's own address where it is not empty. Throws engine::Error if
  /// caBundle is given and cannot be read.
  AwsClient(HttpClient& http, const QString& region, const QUrl& endpoint, const QString& caBundle,
            KeySource keys);

  /// The XML of the answer. Throws AwsError, or what the key source throws.
  QByteArray ask(const AwsService& service, const QString& action, const Parameters& parameters);

  /// AWS's time minus this computer's, in seconds; 0 where they agree to a minute.
  double clockSkew() const { return m_skew; }
  /// The present moment by AWS's clock.
  QDateTime now() const;

  /// How long to wait before another try; random is in 0..1.
  static int backOffMilliseconds(int failedTries, double random);
  /// For tests: called instead of really waiting.
  std::function<void(int milliseconds)> waitInstead;

 private:
  HttpResponse send(const AwsService& service, const QByteArray& body,
                    const Credentials& credentials);
  QUrl address(const AwsService& service) const;
  bool followClock(const HttpResponse& response);

  HttpClient& m_http;
  QString m_region;
  QUrl m_endpoint;
  QList<QSslCertificate> m_certificates;
  KeySource m_keys;
  double m_skew = 0;
  std::minstd_rand m_random{std::random_device()()};
};

}  // namespace cloud
