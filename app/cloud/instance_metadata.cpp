#include "app/cloud/instance_metadata.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "engine/error.h"

namespace cloud {
namespace {

constexpr double kSecondsBetweenTries = 60;
constexpr char kTokenPath[] = "/latest/api/token";
constexpr char kIdentityPath[] = "/latest/dynamic/instance-identity/document";
constexpr char kRolePath[] = "/latest/meta-data/iam/security-credentials/";
constexpr char kLongestToken[] = "21600";  // seconds

// Something else that answers at that address must not put lines into our headers.
bool isToken(const QByteArray& text) {
  return !text.isEmpty() && text.size() <= 1024 &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c < 127; });
}

QJsonObject object(const QByteArray& json) {
  return QJsonDocument::fromJson(json).object();
}

std::optional<QDateTime> time(const QJsonValue& value) {
  const QDateTime time = QDateTime::fromString(value.toString(), Qt::ISODate);
  return time.isValid() ? std::optional(time) : std::nullopt;
}

}  // namespace

MetadataSettings MetadataSettings::from(const QProcessEnvironment& environment) {
  MetadataSettings settings;
  settings.disabled =
      environment.value("AWS_EC2_METADATA_DISABLED").compare("true", Qt::CaseInsensitive) == 0;
  if (environment.value("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE")
          .compare("ipv6", Qt::CaseInsensitive) == 0)
    settings.endpoint = QUrl("http://[fd00:ec2::254]");
  if (const QString given = environment.value("AWS_EC2_METADATA_SERVICE_ENDPOINT");
      !given.isEmpty()) {
    settings.endpoint = QUrl(given);
    if (!settings.endpoint.isValid() || settings.endpoint.host().isEmpty())
      throw engine::Error(
          "AWS_EC2_METADATA_SERVICE_ENDPOINT is no address; it should look like "
          "http://169.254.169.254.");
  }
  bool isNumber = false;
  const double seconds = environment.value("AWS_METADATA_SERVICE_TIMEOUT").toDouble(&isNumber);
  if (isNumber && seconds > 0)
    settings.timeoutMilliseconds = static_cast<int>(1000 * std::min(seconds, 60.0));
  return settings;
}

InstanceMetadata::InstanceMetadata(HttpClient& http, const MetadataSettings& settings,
                                   const engine::Clock& clock)
    : m_http(http), m_settings(settings), m_clock(clock) {}

std::optional<InstanceIdentity> InstanceMetadata::identity() {
  const auto document = get(kIdentityPath);
  if (!document) return std::nullopt;
  const QJsonObject json = object(*document);
  const InstanceIdentity identity{json["instanceId"].toString(), json["instanceType"].toString(),
                                  json["region"].toString(), time(json["pendingTime"])};
  if (!identity.id.isEmpty() && !identity.type.isEmpty()) return identity;
  rememberAbsence(
      "This computer is not on EC2: what answers for the instance metadata is not "
      "AWS's service.");
  return std::nullopt;
}

Credentials InstanceMetadata::roleCredentials() {
  const auto list = get(kRolePath);
  if (!list && m_hasAccess)
    throw engine::Error(
        "The instance has no role. Attach one that allows "
        "cloudwatch:GetMetricStatistics, or set AWS_ACCESS_KEY_ID and "
        "AWS_SECRET_ACCESS_KEY.");
  if (!list) throw engine::Error(m_absence.toStdString());
  const QByteArray role = list->split('\n').first().trimmed();
  const auto answer = get((kRolePath + role).constData());
  const QJsonObject json = object(answer.value_or(QByteArray()));
  // A failure may come as 200 with a code and no keys.
  const Credentials credentials{.accessKeyId = json["AccessKeyId"].toString().toUtf8(),
                                .secretAccessKey = json["SecretAccessKey"].toString().toUtf8(),
                                .sessionToken = json["Token"].toString().toUtf8(),
                                .expiration = time(json["Expiration"]),
                                .source = "role " + QString::fromUtf8(role)};
  if (credentials.accessKeyId.isEmpty() || credentials.secretAccessKey.isEmpty())
    throw engine::Error("The instance's role " + role.toStdString() + " gives no keys (" +
                        json["Code"].toString("no answer").toStdString() +
                        "). Check its trust policy: ec2.amazonaws.com must be allowed to assume "
                        "it.");
  return credentials;
}

std::optional<QByteArray> InstanceMetadata::get(const char* path) {
  if (m_settings.disabled) {
    m_absence = "The instance metadata are switched off by AWS_EC2_METADATA_DISABLED.";
    return std::nullopt;
  }
  if (!m_hasAccess && (m_clock.seconds() < m_askAgainAt || !makeToken())) return std::nullopt;
  HttpResponse response = ask("GET", path);
  if (response.status == 401 && makeToken()) response = ask("GET", path);
  if (response.isOk()) return response.body;
  if (response.status == 0 || response.status == 401) {
    m_hasAccess = false;
    rememberAbsence("The instance metadata do not answer any more (" +
                    (response.status == 0 ? response.failureText : QString("401")) + ").");
  } else if (m_absence.isEmpty()) {
    m_absence = QString("The instance metadata answer %1.").arg(response.status);
  }
  return std::nullopt;
}

bool InstanceMetadata::makeToken() {
  m_hasAccess = false;
  m_token.clear();
  const HttpResponse response = ask("PUT", kTokenPath);
  if (response.isOk() && isToken(response.body)) {
    m_token = response.body;
    return m_hasAccess = true;
  }
  const bool silent = response.failure == HttpResponse::Failure::TimedOut;
  const bool refused = response.status == 403 || response.status == 404 || response.status == 405;
  if ((silent || refused) && m_settings.allowVersion1) return m_hasAccess = true;
  if (silent) return explainSilence();
  if (response.status == 403)
    rememberAbsence("The instance metadata service is switched off, or refuses this computer.");
  else
    rememberAbsence("This computer is not on EC2.");
  return false;
}

// A token does not travel further than the hop limit, and is 1 by default; other answers do.
bool InstanceMetadata::explainSilence() {
  if (ask("GET", kIdentityPath).status == 401)
    rememberAbsence(
        "The instance metadata want a token, but it does not arrive: in a container, "
        "set the instance's metadata hop limit to 2.");
  else
    rememberAbsence("This computer is not on EC2.");
  return false;
}

void InstanceMetadata::rememberAbsence(const QString& why) {
  m_absence = why;
  m_askAgainAt = m_clock.seconds() + kSecondsBetweenTries;
}

HttpResponse InstanceMetadata::ask(const QByteArray& method, const QString& path) {
  QUrl url = m_settings.endpoint;
  url.setPath(path);
  QNetworkRequest request(url);
  if (method == "PUT") {
    request.setRawHeader("X-aws-ec2-metadata-token-ttl-seconds", kLongestToken);
    request.setHeader(QNetworkRequest::ContentTypeHeader, "text/plain");
  } else if (!m_token.isEmpty()) {
    request.setRawHeader("X-aws-ec2-metadata-token", m_token);
  }
  return m_http.send(method, request, {}, m_settings.timeoutMilliseconds);
}

}  // namespace cloud
