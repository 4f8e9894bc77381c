#include "aws_server.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QLocale>
#include <QTcpSocket>
#include <QTimer>
#include <QUrl>
#include <algorithm>

namespace {

QByteArray sha256(const QByteArray& data) {
  return QCryptographicHash::hash(data, QCryptographicHash::Sha256);
}

// RFC 2104.
QByteArray hmac(QByteArray key, const QByteArray& message) {
  if (key.size() > 64) key = sha256(key);
  key = key.leftJustified(64, '\0');
  QByteArray inner = key, outer = key;
  for (char& c : inner) c = char(c ^ 0x36);
  for (char& c : outer) c = char(c ^ 0x5c);
  return sha256(outer + sha256(inner + message));
}

QByteArray isoTime(const QDateTime& time) {
  return time.toUTC().toString("yyyy-MM-dd'T'hh:mm:ss'Z'").toLatin1();
}

}  // namespace

AwsServer::AwsServer() {
  connect(&m_server, &QTcpServer::newConnection, this, [this] {
    while (QTcpSocket* socket = m_server.nextPendingConnection()) {
      connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
      connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    }
  });
  m_server.listen(QHostAddress::LocalHost);
}

QString AwsServer::url() const {
  return QString("http://127.0.0.1:%1").arg(m_server.serverPort());
}

QDateTime AwsServer::now() const {
  return QDateTime::currentDateTimeUtc().addSecs(clockAhead);
}

QByteArray AwsServer::Request::header(const QByteArray& name) const {
  for (const auto& [key, value] : headers)
    if (key.toLower() == name) return value;
  return {};
}

void AwsServer::read(QTcpSocket* socket) {
  const QByteArray all = socket->property("received").toByteArray() + socket->readAll();
  socket->setProperty("received", all);
  const qsizetype end = all.indexOf("\r\n\r\n");
  if (end < 0) return;
  Request request;
  QList<QByteArray> lines = all.left(end).split('\n');
  const QList<QByteArray> first = lines.takeFirst().trimmed().split(' ');
  request.method = first.value(0);
  request.path = first.value(1);
  for (const QByteArray& line : lines) {
    const qsizetype colon = line.indexOf(':');
    request.headers.append({line.left(colon), line.mid(colon + 1).trimmed()});
  }
  const qsizetype length = request.header("content-length").toInt();
  if (all.size() < end + 4 + length) return;
  request.body = all.mid(end + 4, length);
  socket->setProperty("received", QByteArray());

  const Answer answer = this->answer(request);
  if (answer.silent) return;
  if (answer.drop) return socket->abort();
  const QByteArray date =
      QLocale::c().toString(now(), "ddd, dd MMM yyyy hh:mm:ss").toLatin1() + " GMT";
  const QByteArray bytes =
      "HTTP/1.1 " + QByteArray::number(answer.status) + " Text\r\nDate: " + date +
      "\r\nContent-Length: " + QByteArray::number(answer.body.size()) + "\r\n\r\n" + answer.body;
  QTimer::singleShot(delayMilliseconds, socket, [socket, bytes] { socket->write(bytes); });
}

AwsServer::Answer AwsServer::answer(const Request& request) {
  return request.path.startsWith("/latest/") ? metadataAnswer(request) : signedAnswer(request);
}

AwsServer::Answer AwsServer::metadataAnswer(const Request& request) {
  paths += request.method + " " + request.path;
  const bool wantsToken = request.method == "PUT" && request.path == "/latest/api/token";
  switch (metadata) {
    case Metadata::Silent:
      return {.silent = true};
    case Metadata::SilentTokens:
      if (wantsToken) return {.silent = true};
      return {.status = 401};
    case Metadata::Off:
      return {.status = 403};
    case Metadata::OtherCloud:
      return {.status = 404};
    case Metadata::Nonsense:
      return {.body = "<html>\r\nHello: you</html>"};
    case Metadata::Version1Only:
      if (wantsToken) return {.status = 405};
      break;
    case Metadata::Version2: {
      if (wantsToken) {
        const int seconds = request.header("x-aws-ec2-metadata-token-ttl-seconds").toInt();
        if (seconds < 1 || seconds > 21600) return {.status = 400};
        m_token = "token-" + QByteArray::number(++tokensMade) + "-secret";
        m_tokenUses = 0;
        return {.body = m_token};
      }
      const bool valid = request.header("x-aws-ec2-metadata-token") == m_token &&
                         !m_token.isEmpty() && ++m_tokenUses <= requestsPerToken;
      if (!valid) return {.status = 401};
      break;
    }
  }
  const QByteArray roles = "/latest/meta-data/iam/security-credentials/";
  if (request.path == "/latest/dynamic/instance-identity/document")
    return {.body = "{\"instanceId\":\"" + instanceId + "\",\"instanceType\":\"" + instanceType +
                    "\",\"region\":\"" + region + "\",\"pendingTime\":\"" +
                    isoTime(now().addSecs(-launchedSecondsAgo)) + "\"}"};
  if (role.isEmpty()) return {.status = 404};
  if (request.path == roles) return {.body = role};
  if (request.path == roles + role)
    return {.body = secret.isEmpty()
                        ? QByteArray("{\"Code\":\"AssumeRoleUnauthorizedAccess\"}")
                        : "{\"Code\":\"Success\",\"AccessKeyId\":\"" + accessKeyId +
                              "\",\"SecretAccessKey\":\"" + secret + "\",\"Token\":\"" +
                              sessionToken + "\",\"Expiration\":\"" + isoTime(now().addSecs(3600)) +
                              "\"}"};
  return {.status = 404};
}

AwsServer::Answer AwsServer::signedAnswer(const Request& request) {
  if (dropNext-- > 0) return {.drop = true};
  QMap<QByteArray, QByteArray> parameters;
  for (const QByteArray& pair : request.body.split('&'))
    parameters[pair.left(pair.indexOf('='))] =
        QByteArray::fromPercentEncoding(pair.mid(pair.indexOf('=') + 1));
  const QByteArray action = parameters["Action"];
  actions += action;
  bodies += request.body;
  if (const QByteArray wrong = wrongSignature(request); !wrong.isEmpty()) {
    badSignatures += wrong;
    return refusal(403, "SignatureDoesNotMatch", wrong);
  }
  QDateTime time = QDateTime::fromString(request.header("x-amz-date"), "yyyyMMdd'T'hhmmss'Z'");
  time.setTimeSpec(Qt::UTC);
  if (std::abs(time.secsTo(now())) > 900) return refusal(400, "RequestExpired", "too late");
  if (throttleNext-- > 0) return refusal(400, "Throttling", "Rate exceeded");
  if (failNext-- > 0) return {.status = 503, .body = "upstream"};
  if (!errorCode.isEmpty()) return refusal(errorStatus, errorCode, errorMessage);
  if (!rawAnswer.isEmpty()) return {.body = rawAnswer};
  if (action == deniedAction) return refusal(403, "AccessDenied", "not authorized");
  if (action == "GetMetricStatistics") return metricAnswer(parameters);
  if (parameters["InstanceId.1"] != instanceId)
    return refusal(400, "InvalidInstanceID.NotFound", "no such instance");
  if (action == "DescribeInstanceCreditSpecifications")
    return {.body =
                "<DescribeInstanceCreditSpecificationsResponse "
                "xmlns=\"http://ec2.amazonaws.com/doc/2016-11-15/\">"
                "<instanceCreditSpecificationSet><item><instanceId>" +
                instanceId + "</instanceId><cpuCredits>" + creditMode +
                "</cpuCredits></item></instanceCreditSpecificationSet>"
                "</DescribeInstanceCreditSpecificationsResponse>"};
  if (action == "DescribeInstances")
    return {.body =
                "<DescribeInstancesResponse><reservationSet><item><instancesSet><item>"
                "<instanceId>" +
                instanceId + "</instanceId><instanceType>" + instanceType +
                "</instanceType><launchTime>" + isoTime(now().addSecs(-launchedSecondsAgo)) +
                "</launchTime></item></instancesSet></item></reservationSet>"
                "</DescribeInstancesResponse>"};
  return refusal(400, "InvalidAction", "no such action");
}

AwsServer::Answer AwsServer::metricAnswer(const QMap<QByteArray, QByteArray>& parameters) const {
  const auto timeOf = [&](const char* name) {
    return QDateTime::fromString(QString::fromLatin1(parameters[name]), Qt::ISODate);
  };
  const QDateTime start = timeOf("StartTime"), end = timeOf("EndTime");
  const qint64 period = parameters["Period"].toInt();
  if (period < 300 || start.secsTo(end) / period > 1440 || parameters.contains("Unit") ||
      parameters["Namespace"] != "AWS/EC2" || parameters["Dimensions.member.1.Value"] != instanceId)
    return refusal(400, "InvalidParameterCombination", "period, span, namespace or dimension");
  const QByteArray statistic = parameters["Statistics.member.1"];
  QByteArray members;
  for (const auto& [age, value] : points[parameters["MetricName"]]) {
    const QDateTime time = now().addSecs(-age);
    if (time < start || time >= end) continue;
    members += "<member><Timestamp>" + isoTime(time) + "</Timestamp><" + statistic + ">" +
               QByteArray::number(value, 'g', 17) + "</" + statistic +
               "><Unit>Count</Unit></member>";
  }
  return {.body =
              "<GetMetricStatisticsResponse "
              "xmlns=\"http://monitoring.amazonaws.com/doc/2010-08-01/\">"
              "<GetMetricStatisticsResult><Datapoints>" +
              members + "</Datapoints><Label>" + parameters["MetricName"] +
              "</Label></GetMetricStatisticsResult></GetMetricStatisticsResponse>"};
}

AwsServer::Answer AwsServer::refusal(int status, const QByteArray& code,
                                     const QByteArray& message) {
  return {.status = status,
          .body = "<ErrorResponse xmlns=\"http://x\"><Error><Type>Sender</Type><Code>" + code +
                  "</Code><Message>" + message +
                  "</Message></Error><RequestId>1</RequestId></ErrorResponse>"};
}

// Empty if the signature is right; otherwise what is wrong.
QByteArray AwsServer::wrongSignature(const Request& request) const {
  QMap<QByteArray, QByteArray> fields;
  const QByteArray authorization = request.header("authorization");
  if (!authorization.startsWith("AWS4-HMAC-SHA256 ")) return "no signature";
  for (const QByteArray& field : authorization.mid(17).split(','))
    fields[field.left(field.indexOf('=')).trimmed()] = field.mid(field.indexOf('=') + 1);
  const QList<QByteArray> scope = fields["Credential"].split('/');
  if (scope.size() != 5 || scope[0] != accessKeyId || scope[2] != region ||
      scope[4] != "aws4_request" || (scope[3] != "monitoring" && scope[3] != "ec2"))
    return "wrong scope " + fields["Credential"];
  const QByteArray date = request.header("x-amz-date");
  if (scope[1] != date.left(8)) return "dates differ";

  QByteArray canonical = request.method + "\n" + request.path + "\n\n";
  const QList<QByteArray> names = fields["SignedHeaders"].split(';');
  for (const char* needed : {"host", "x-amz-date", "content-type"})
    if (!names.contains(needed)) return QByteArray("not signed: ") + needed;
  if (!std::ranges::is_sorted(names)) return "headers out of order";
  for (const QByteArray& name : names) canonical += name + ":" + request.header(name) + "\n";
  canonical += "\n" + fields["SignedHeaders"] + "\n" + sha256(request.body).toHex();
  const QByteArray scopeText = scope.mid(1).join('/');
  const QByteArray toSign =
      "AWS4-HMAC-SHA256\n" + date + "\n" + scopeText + "\n" + sha256(canonical).toHex();
  QByteArray key = "AWS4" + secret;
  for (const QByteArray& part : scope.mid(1)) key = hmac(key, part);
  if (hmac(key, toSign).toHex() != fields["Signature"]) return "signatures differ";
  const bool temporary = names.contains("x-amz-security-token");
  if (temporary && request.header("x-amz-security-token") != sessionToken) return "wrong token";
  return {};
}
