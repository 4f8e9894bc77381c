#pragma once

#include <QMap>
#include <QProcessEnvironment>
#include <QString>
#include <QUrl>
#include <optional>

#include "app/cloud/credentials.h"

namespace cloud {

/// What the environment and AWS's files say, in the order of AWS's own tools: environment, then
/// the credentials file (AWS_SHARED_CREDENTIALS_FILE or ~/.aws/credentials), then the configuration
/// file (AWS_CONFIG_FILE or ~/.aws/config). Files that do not exist say nothing.
class AwsConfiguration {
 public:
  /// profile overrules AWS_DEFAULT_PROFILE and AWS_PROFILE, and, as in AWS's tools, the keys in the
  /// environment. Throws engine::Error where a file cannot be read or a named profile is missing.
  explicit AwsConfiguration(
      const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment(),
      const QString& profile = {});

  /// Empty where neither the environment nor a file holds keys. Throws engine::Error for half a
  /// pair, and for a profile that gets its keys in a way that Burstlab does not know.
  std::optional<Credentials> keys() const;

  QString region() const;    ///< empty if not given
  QUrl endpointUrl() const;  ///< AWS_ENDPOINT_URL or endpoint_url; empty if not given
  QString caBundle() const;  ///< AWS_CA_BUNDLE or ca_bundle; empty if not given

  const QProcessEnvironment& environment() const { return m_environment; }

 private:
  using Section = QMap<QString, QString>;

  std::optional<Credentials> environmentKeys() const;
  std::optional<Credentials> sectionKeys(const Section& section) const;

  QProcessEnvironment m_environment;
  QString m_profile;
  bool m_profileGiven;
  Section m_credentials, m_config;  // the profile's, of either file
};

}  // namespace cloud
