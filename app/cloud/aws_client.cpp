#include "app/cloud/aws_client.h"

#include <QSslCertificate>
#include <QSslConfiguration>
#include <QUrlQuery>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/cloud/signature_v4.h"

namespace cloud {
namespace {

constexpr int kTries = 5;
constexpr int kTimeoutMilliseconds = 10'000;
constexpr double kNoticedSkew = 60;  // seconds; AWS allows 15 minutes

// "Sun, 30 Aug 2015 12:36:00 GMT".
std::optional<QDateTime> httpDate(const QByteArray& text) {
  QDateTime time =
      QLocale::c().toDateTime(QString::fromLatin1(text), "ddd, dd MMM yyyy hh:mm:ss 'GMT'");
  if (!time.isValid()) return std::nullopt;
  time.setTimeSpec(Qt::UTC);
  return time;
}

QByteArray formBody(const AwsService& service, const QString& action, Parameters parameters) {
  parameters.prepend({"Version", service.version});
  parameters.prepend({"Action", action});
  QList<QByteArray> pairs;
  for (const auto& [name, value] : parameters)
    pairs += QUrl::toPercentEncoding(name) + "=" + QUrl::toPercentEncoding(value);
  return pairs.join('&');
}

// As Qt writes it into the request.
QByteArray hostHeader(const QUrl& url) {
  const QString host = url.host(QUrl::FullyEncoded);
  const QString name = host.contains(':') ? "[" + host + "]" : host;
  const int usual = url.scheme() == "https" ? 443 : 80;
  const int port = url.port(usual);
  return (port == usual ? name : name + ":" + QString::number(port)).toLatin1();
}

}  // namespace

AwsClient::AwsClient(HttpClient& http, const QString& region, const QUrl& endpoint,
                     const QString& caBundle, KeySource keys)
    : m_http(http), m_region(region), m_endpoint(endpoint), m_keys(std::move(keys)) {
  if (caBundle.isEmpty()) return;
  m_certificates = QSslCertificate::fromPath(caBundle);
  if (m_certificates.isEmpty())
    throw engine::Error(caBundle.toStdString() + " holds no certificates. Check AWS_CA_BUNDLE.",
                        caBundle.toStdString());
}

QByteArray AwsClient::ask(const AwsService& service, const QString& action,
                          const Parameters& parameters) {
  const QString permission = QString(service.permissions) + ":" + action;
  const QByteArray body = formBody(service, action, parameters);
  bool clockFollowed = false;
  for (int failed = 0;;) {
    const Credentials credentials = m_keys();
    const HttpResponse response = send(service, body, credentials);
    if (response.isOk()) {
      followClock(response);
      return response.body;
    }
    const AwsError error = explain(response, address(service).host(), permission, credentials);
    if (followClock(response) && !std::exchange(clockFollowed, true)) continue;
    if (!error.isTransient() || ++failed == kTries) throw error;
    const double random = std::uniform_real_distribution<double>(0, 1)(m_random);
    const int milliseconds = backOffMilliseconds(failed, random);
    if (waitInstead)
      waitInstead(milliseconds);
    else
      m_http.wait(milliseconds);
  }
}

HttpResponse AwsClient::send(const AwsService& service, const QByteArray& body,
                             const Credentials& credentials) {
  const QUrl url = address(service);
  const SigningScope scope{m_region.toLatin1(), service.signingName, now()};
  SigningRequest signing{.method = "POST",
                         .path = "/",
                         .query = {},
                         .headers = {{"content-type", "application/x-www-form-urlencoded"},
                                     {"host", hostHeader(url)},
                                     {"x-amz-date", amazonDate(scope.time)}},
                         .body = body};
  if (!credentials.sessionToken.isEmpty())
    signing.headers.append({"x-amz-security-token", credentials.sessionToken});

  QNetworkRequest request(url);
  for (const auto& [name, value] : signing.headers)
    if (name != "host") request.setRawHeader(name, value);
  request.setRawHeader("Authorization", SignatureV4::of(signing, scope, credentials).authorization);
  request.setHeader(QNetworkRequest::UserAgentHeader, "burstlab");
  if (!m_certificates.isEmpty()) {
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setCaCertificates(m_certificates);
    request.setSslConfiguration(tls);
  }
  return m_http.send("POST", request, body, kTimeoutMilliseconds);
}

QUrl AwsClient::address(const AwsService& service) const {
  QUrl url = m_endpoint;
  if (url.isEmpty()) {
    const QString suffix = m_region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
    url = QUrl("https://" + QString(service.signingName) + "." + m_region + "." + suffix);
  }
  url.setPath("/");
  return url;
}

QDateTime AwsClient::now() const {
  return QDateTime::currentDateTimeUtc().addMSecs(std::llround(m_skew * 1000));
}

// Returns true if the clock's error turned out to be another one than it was taken for.
bool AwsClient::followClock(const HttpResponse& response) {
  const auto time = httpDate(response.date);
  if (!time) return false;
  const double measured =
      static_cast<double>(QDateTime::currentDateTimeUtc().msecsTo(*time)) / 1000;
  const double skew = std::abs(measured) < kNoticedSkew ? 0 : measured;
  if (std::abs(skew - m_skew) < kNoticedSkew) return false;
  m_skew = skew;
  return true;
}

int AwsClient::backOffMilliseconds(int failedTries, double random) {
  constexpr double kFirst = 500, kLongest = 20'000;
  const double ceiling = std::min(kLongest, kFirst * std::pow(2, failedTries - 1));
  return static_cast<int>(ceiling * (0.5 + 0.5 * random));
}

}  // namespace cloud
