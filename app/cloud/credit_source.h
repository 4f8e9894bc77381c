#pragma once

#include <QProcessEnvironment>
#include <QString>
#include <optional>
#include <vector>

#include "app/cloud/aws_client.h"
#include "app/cloud/aws_configuration.h"
#include "app/cloud/instance_metadata.h"
#include "engine/host/cloud_reading.h"

namespace cloud {

/// What a person may say about where to look. Empty fields are found out.
struct CloudOptions {
  QString instance;  ///< id of an instance to watch from elsewhere
  QString region;
  QString profile;
  QString endpointUrl;
  QString metadataEndpoint;
  bool metadataVersion1 = false;
  bool history = true;  ///< ask for the time since the launch first, not for the last hour alone
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
};

/// AWS's knowledge of one instance's credits. Waits for answers: for a thread of its own.
class CreditSource {
 public:
  /// Throws engine::Error where an option or a variable makes no sense. Asks nothing yet.
  CreditSource(HttpClient& http, const CloudOptions& options);

  /// The instance that was named, or the one that this computer is. Empty where it is none;
  /// absence() says why. Throws AwsError or engine::Error for a named one.
  std::optional<engine::CloudInstance> instance();
  QString absence() const { return m_metadata.absence(); }

  /// Asks CloudWatch for what happened since then (seconds since 1970), at least the last hour,
  /// because points come late. What belongs to unlimited mode is left out in standard mode.
  /// Throws AwsError, or engine::Error where region or keys are missing. Keys that have expired are
  /// looked for anew the next time.
  engine::CloudReading read(const engine::CloudInstance& instance, double since);

  /// What a person should know besides: a wrong clock, a permission that would help.
  std::vector<std::string> notes() const;

  /// Metrics that read() asks for.
  int metricCount(std::optional<engine::CreditMode> mode) const;

 private:
  AwsClient& aws(const QString& region);
  engine::CloudInstance describe();
  Credentials keys();
  std::optional<engine::CreditMode> mode(AwsClient& aws, const QString& instance);

  HttpClient& m_http;
  CloudOptions m_options;
  AwsConfiguration m_configuration;
  InstanceMetadata m_metadata;
  std::optional<AwsClient> m_aws;
  std::optional<engine::CloudInstance> m_named;  // what EC2 has said of the named one
  std::optional<Credentials> m_keys;
  bool m_keysExpired = false;
  std::string m_modeProblem;
};

}  // namespace cloud
