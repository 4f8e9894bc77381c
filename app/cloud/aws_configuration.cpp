#include "app/cloud/aws_configuration.h"

#include <QDir>
#include <QFile>

#include "engine/error.h"

namespace cloud {
namespace {

using Section = QMap<QString, QString>;

// AWS's dialect of INI: indented lines belong to the value before them and are of no use here.
QMap<QString, Section> readIni(const QString& path) {
  QMap<QString, Section> sections;
  QFile file(path);
  if (!file.exists()) return sections;
  if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
    throw engine::Error(path.toStdString() + " cannot be read: " +
                            file.errorString().toStdString() + ". Check its permissions.",
                        path.toStdString());
  QString section;
  while (!file.atEnd()) {
    const QString line = QString::fromUtf8(file.readLine());
    const QString text = line.trimmed();
    if (text.isEmpty() || text.startsWith('#') || text.startsWith(';') || line[0].isSpace())
      continue;
    if (text.startsWith('[')) {
      section = text.mid(1, text.indexOf(']') - 1).simplified();
      sections[section];
    } else if (const auto equals = text.indexOf('='); equals > 0) {
      QString value = text.mid(equals + 1).trimmed();
      if (const auto comment = value.indexOf(" #"); comment >= 0)
        value = value.left(comment).trimmed();
      sections[section][text.left(equals).trimmed().toLower()] = value;
    }
  }
  return sections;
}

// "[profile name]", the name perhaps in quotes; the default one may go without the word.
std::optional<Section> configSection(const QMap<QString, Section>& sections,
                                     const QString& profile) {
  for (const QString& name :
       {"profile " + profile, "profile \"" + profile + "\"", "profile '" + profile + "'"})
    if (sections.contains(name)) return sections[name];
  if (profile == "default" && sections.contains(profile)) return sections[profile];
  return std::nullopt;
}

QString firstOf(const QProcessEnvironment& environment, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const QString value = environment.value(name); !value.isEmpty()) return value;
  return {};
}

QString fileName(const QProcessEnvironment& environment, const char* variable, const char* name) {
  const QString home = environment.value("HOME", QDir::homePath());
  QString path = environment.value(variable);
  if (path.startsWith("~/")) path.replace(0, 1, home);
  return path.isEmpty() ? home + "/.aws/" + name : path;
}

Credentials pairOf(const QString& id, const QString& secret, const QString& token,
                   const QString& source) {
  if (id.isEmpty() || secret.isEmpty())
    throw engine::Error("The " + source.toStdString() + " holds " +
                        (id.isEmpty() ? "a secret key without its access key id"
                                      : "an access key id without its secret key") +
                        ". Give both, or neither.");
  return {.accessKeyId = id.toUtf8(),
          .secretAccessKey = secret.toUtf8(),
          .sessionToken = token.toUtf8(),
          .expiration = std::nullopt,
          .source = source};
}

}  // namespace

AwsConfiguration::AwsConfiguration(const QProcessEnvironment& environment, const QString& profile)
    : m_environment(environment), m_profile(profile), m_profileGiven(!profile.isEmpty()) {
  if (m_profile.isEmpty()) m_profile = firstOf(environment, {"AWS_DEFAULT_PROFILE", "AWS_PROFILE"});
  const bool named = !m_profile.isEmpty();
  if (!named) m_profile = "default";
  const QString credentials = fileName(environment, "AWS_SHARED_CREDENTIALS_FILE", "credentials");
  const QString config = fileName(environment, "AWS_CONFIG_FILE", "config");
  const auto keys = readIni(credentials);
  const auto section = configSection(readIni(config), m_profile);
  if (named && !keys.contains(m_profile) && !section)
    throw engine::Error("There is no profile " + m_profile.toStdString() + " in " +
                        credentials.toStdString() + " or " + config.toStdString() +
                        ". Check AWS_PROFILE.");
  m_credentials = keys.value(m_profile);
  m_config = section.value_or(Section());
}

std::optional<Credentials> AwsConfiguration::keys() const {
  if (!m_profileGiven)
    if (const auto keys = environmentKeys()) return keys;
  for (const Section& section : {m_credentials, m_config})
    if (const auto keys = sectionKeys(section)) return keys;
  for (const char* other : {"role_arn", "sso_session", "sso_start_url", "credential_process",
                            "web_identity_token_file", "login_session"})
    if (m_config.contains(other) || m_credentials.contains(other))
      throw engine::Error("The profile " + m_profile.toStdString() + " gets its keys by " + other +
                          ", which Burstlab does not do itself. Put them into the environment "
                          "first: eval \"$(aws configure export-credentials --format env)\".");
  return std::nullopt;
}

std::optional<Credentials> AwsConfiguration::environmentKeys() const {
  const QString id = m_environment.value("AWS_ACCESS_KEY_ID");
  const QString secret = m_environment.value("AWS_SECRET_ACCESS_KEY");
  if (id.isEmpty() && secret.isEmpty()) return std::nullopt;
  Credentials keys =
      pairOf(id, secret, firstOf(m_environment, {"AWS_SESSION_TOKEN", "AWS_SECURITY_TOKEN"}),
             "environment");
  const QDateTime expiration =
      QDateTime::fromString(m_environment.value("AWS_CREDENTIAL_EXPIRATION"), Qt::ISODate);
  if (expiration.isValid()) keys.expiration = expiration;
  return keys;
}

std::optional<Credentials> AwsConfiguration::sectionKeys(const Section& section) const {
  const QString id = section["aws_access_key_id"], secret = section["aws_secret_access_key"];
  if (id.isEmpty() && secret.isEmpty()) return std::nullopt;
  const QString token = section.value("aws_session_token", section["aws_security_token"]);
  return pairOf(id, secret, token, "profile " + m_profile);
}

QString AwsConfiguration::region() const {
  const QString region = firstOf(m_environment, {"AWS_REGION", "AWS_DEFAULT_REGION"});
  return region.isEmpty() ? m_config.value("region", m_credentials["region"]) : region;
}

QUrl AwsConfiguration::endpointUrl() const {
  return QUrl(m_environment.value("AWS_ENDPOINT_URL", m_config["endpoint_url"]));
}

QString AwsConfiguration::caBundle() const {
  return m_environment.value("AWS_CA_BUNDLE", m_config["ca_bundle"]);
}

}  // namespace cloud
