#include <QProcess>
#include <QSslKey>
#include <QSslServer>
#include <QTest>

#include "app/cloud/aws_client.h"
#include "aws_testing.h"
#include "error_message.h"

using namespace cloud;
using Kind = AwsError::Kind;

class AwsClientTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_server = std::make_unique<AwsServer>();
    m_waits.clear();
    m_keys = {.accessKeyId = m_server->accessKeyId,
              .secretAccessKey = m_server->secret,
              .sessionToken = {},
              .expiration = {},
              .source = "test"};
  }

  void signedQuestion();
  void refusals_data();
  void refusals();
  void triesAgain_data();
  void triesAgain();
  void backOff();
  void wrongClock_data();
  void wrongClock();
  void clockWithoutRemedy();
  void secretsAreNeverTold();
  void nobodyThere();
  void someoneElse();
  void slowServer();
  void certificates();

 private:
  AwsClient client(const QString& caBundle = {}, const QUrl& endpoint = {}) {
    AwsClient client(m_http, m_server->region,
                     endpoint.isEmpty() ? QUrl(m_server->url()) : endpoint, caBundle,
                     [this] { return m_keys; });
    client.waitInstead = [this](int milliseconds) { m_waits += milliseconds; };
    return client;
  }
  QByteArray ask(AwsClient& client) {
    return client.ask(kEc2, "DescribeInstances",
                      {{"InstanceId.1", QString::fromLatin1(m_server->instanceId)}});
  }
  std::pair<Kind, QString> refusal(AwsClient& client) {
    try {
      ask(client);
    } catch (const AwsError& error) {
      return {error.kind(), QString::fromUtf8(error.what())};
    }
    return {Kind::Cancelled, "no error"};
  }

  std::unique_ptr<AwsServer> m_server;
  HttpClient m_http;
  Credentials m_keys;
  QList<int> m_waits;
};

void AwsClientTest::signedQuestion() {
  AwsClient client = this->client();
  QVERIFY(ask(client).contains("t2.micro"));
  m_keys.sessionToken = m_server->sessionToken;
  // What is sent must be encoded as it was signed.
  client.ask(kEc2, "DescribeInstances",
             {{"InstanceId.1", QString::fromLatin1(m_server->instanceId)},
              {"Filter", QString::fromUtf8("a b+c=d&e*~/\u1234")}});
  QCOMPARE(m_server->badSignatures, QList<QByteArray>());
  QCOMPARE(m_server->actions.size(), 2);
  QVERIFY(m_server->bodies[1].endsWith("Filter=a%20b%2Bc%3Dd%26e%2A~%2F%E1%88%B4"));
  QCOMPARE(client.clockSkew(), 0.0);
}

void AwsClientTest::refusals_data() {
  QTest::addColumn<QByteArray>("code");
  QTest::addColumn<int>("status");
  QTest::addColumn<Kind>("kind");
  QTest::addColumn<QString>("remedy");
  const auto row = [](const char* code, int status, Kind kind, const char* remedy) {
    QTest::addRow("%s %d", code, status) << QByteArray(code) << status << kind << remedy;
  };
  const char* const permission = "Add the permission ec2:DescribeInstances";
  row("AccessDenied", 403, Kind::AccessDenied, permission);
  row("AccessDeniedException", 400, Kind::AccessDenied, permission);
  row("UnauthorizedOperation", 403, Kind::AccessDenied, permission);
  row("ExpiredToken", 403, Kind::Expired, "Renew it");
  row("ExpiredTokenException", 400, Kind::Expired, "Renew it");
  row("InvalidClientTokenId", 403, Kind::UnknownKey, "AWS_ACCESS_KEY_ID");
  row("UnrecognizedClientException", 400, Kind::UnknownKey, "AWS_ACCESS_KEY_ID");
  row("AuthFailure", 401, Kind::UnknownKey, "AWS_ACCESS_KEY_ID");
  row("SignatureDoesNotMatch", 403, Kind::BadSignature, "AWS_SECRET_ACCESS_KEY");
  row("IncompleteSignature", 400, Kind::BadSignature, "AWS_SECRET_ACCESS_KEY");
  row("InvalidInstanceID.NotFound", 400, Kind::NotFound, "--region");
  row("InvalidInstanceType", 400, Kind::NotBurstable, "T2");
  row("Throttling", 400, Kind::Throttled, "asks again later");
  row("RequestLimitExceeded", 503, Kind::Throttled, "asks again later");
  row("ServiceUnavailable", 503, Kind::Unavailable, "asks again later");
  row("InternalServiceError", 500, Kind::Unavailable, "asks again later");
  row("InvalidParameterValue", 400, Kind::Refused, "InvalidParameterValue: a message");
}

void AwsClientTest::refusals() {
  QFETCH(QByteArray, code);
  QFETCH(int, status);
  QFETCH(QString, remedy);
  m_server->errorCode = code;
  m_server->errorStatus = status;
  AwsClient client = this->client();
  const auto [kind, said] = refusal(client);
  const Kind got = kind;
  QTEST(got, "kind");
  QVERIFY2(said.contains(remedy), qPrintable(said));
  QVERIFY2(said.endsWith('.') && !said.contains('\n'), qPrintable(said));
  // What another try cannot help is not tried again (CRE-11).
  const bool transient = got == Kind::Throttled || got == Kind::Unavailable;
  QCOMPARE(m_server->actions.size(), transient ? 5 : 1);
  QCOMPARE(m_waits.size(), transient ? 4 : 0);
}

void AwsClientTest::triesAgain_data() {
  QTest::addColumn<int>("throttled");
  QTest::addColumn<int>("failed");
  QTest::addColumn<int>("dropped");
  QTest::newRow("throttled four times") << 4 << 0 << 0;
  QTest::newRow("fault") << 0 << 2 << 0;
  QTest::newRow("dropped connection") << 0 << 0 << 1;
  QTest::newRow("all of them") << 1 << 1 << 1;
}

void AwsClientTest::triesAgain() {
  QFETCH(int, throttled);
  QFETCH(int, failed);
  QFETCH(int, dropped);
  m_server->throttleNext = throttled;
  m_server->failNext = failed;
  m_server->dropNext = dropped;
  AwsClient client = this->client();
  QVERIFY(ask(client).contains("t2.micro"));
  QVERIFY(m_waits.size() >= throttled + failed && m_waits.size() <= throttled + failed + dropped);
}

void AwsClientTest::backOff() {
  for (int failed = 1; failed < 12; ++failed) {
    const int longest = AwsClient::backOffMilliseconds(failed, 1);
    QCOMPARE(longest, std::min(20'000, 500 << (failed - 1)));
    QCOMPARE(AwsClient::backOffMilliseconds(failed, 0), longest / 2);
  }
  m_server->throttleNext = 5;
  AwsClient client = this->client();
  QCOMPARE(refusal(client).first, Kind::Throttled);
  for (int i = 0; i < m_waits.size(); ++i) {
    QVERIFY(m_waits[i] >= AwsClient::backOffMilliseconds(i + 1, 0));
    QVERIFY(m_waits[i] <= AwsClient::backOffMilliseconds(i + 1, 1));
  }
}

void AwsClientTest::wrongClock_data() {
  QTest::addColumn<qint64>("ahead");
  QTest::addColumn<int>("questions");
  QTest::newRow("an hour behind") << qint64(3600) << 2;
  QTest::newRow("a day ahead") << qint64(-86400) << 2;
  QTest::newRow("ten minutes are noticed, but allowed") << qint64(600) << 1;
  QTest::newRow("some seconds are nothing") << qint64(20) << 1;
}

void AwsClientTest::wrongClock() {
  QFETCH(qint64, ahead);
  m_server->clockAhead = ahead;
  AwsClient client = this->client();
  QVERIFY(ask(client).contains("t2.micro"));
  QTEST(int(m_server->actions.size()), "questions");
  const double expected = std::abs(ahead) < 60 ? 0 : double(ahead);
  QVERIFY(std::abs(client.clockSkew() - expected) < 30);
  QVERIFY(m_waits.isEmpty());
  ask(client);
  QCOMPARE(m_server->badSignatures, QList<QByteArray>());
}

// A server whose clock jumps about must not be asked for ever.
void AwsClientTest::clockWithoutRemedy() {
  m_server->errorCode = "RequestExpired";
  m_server->clockAhead = 7200;
  AwsClient client = this->client();
  const auto [kind, said] = refusal(client);
  QCOMPARE(kind, Kind::ClockSkewed);
  QVERIFY(said.contains("Set this computer's clock"));
  QCOMPARE(m_server->actions.size(), 2);
}

// Services quote what they were sent.
void AwsClientTest::secretsAreNeverTold() {
  m_keys.sessionToken = m_server->sessionToken;
  for (const QByteArray& code : {QByteArray("SomethingNew"), QByteArray("SignatureDoesNotMatch"),
                                 QByteArray("AccessDenied")}) {
    m_server->errorCode = code;
    m_server->errorMessage = "x-amz-security-token:" + m_keys.sessionToken + " " +
                             m_keys.secretAccessKey + " " + m_keys.accessKeyId + " " +
                             m_keys.secretAccessKey.toPercentEncoding();
    AwsClient client = this->client();
    const QString said = refusal(client).second;
    for (const QByteArray& secret :
         {m_keys.sessionToken, m_keys.secretAccessKey, m_keys.accessKeyId,
          m_keys.secretAccessKey.toPercentEncoding()})
      QVERIFY2(!said.contains(QString::fromLatin1(secret)), qPrintable(said));
  }
}

void AwsClientTest::nobodyThere() {
  AwsClient client = this->client({}, QUrl("http://127.0.0.1:1"));
  const auto [kind, said] = refusal(client);
  QCOMPARE(kind, Kind::Unreachable);
  QVERIFY2(said.contains("127.0.0.1 cannot be reached") && said.contains("Check the network"),
           qPrintable(said));
}

void AwsClientTest::someoneElse() {
  m_server->errorStatus = 404;
  m_server->errorCode = " ";
  AwsClient client = this->client();
  QVERIFY(!refusal(client).second.isEmpty());
  AwsClient metadata = this->client({}, QUrl(m_server->url() + "/latest/"));
  QVERIFY(!refusal(metadata).second.isEmpty());
}

void AwsClientTest::slowServer() {
  m_server->delayMilliseconds = 200;
  HttpClient http;
  QNetworkRequest request(QUrl(m_server->url() + "/latest/api/token"));
  const HttpResponse response = http.send("GET", request, {}, 20);
  QCOMPARE(response.failure, HttpResponse::Failure::TimedOut);
  QVERIFY(!response.isOk() && !response.failureText.isEmpty());
}

// A server of one's own, with a certificate that nobody knows.
void AwsClientTest::certificates() {
  QTemporaryDir folder;
  const QString key = folder.filePath("key.pem"), certificate = folder.filePath("cert.pem");
  QProcess process;
  process.start("openssl", {"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                            "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout",
                            key, "-out", certificate});
  if (!process.waitForFinished(60'000) || process.exitCode() != 0)
    QSKIP("openssl(1) is not there to make a certificate");
  QFile keyFile(key);
  QVERIFY(keyFile.open(QIODevice::ReadOnly));
  QSslConfiguration tls;
  tls.setLocalCertificate(QSslCertificate::fromPath(certificate).first());
  tls.setPrivateKey(QSslKey(&keyFile, QSsl::Rsa));
  QSslServer server;
  server.setSslConfiguration(tls);
  QVERIFY(server.listen(QHostAddress::LocalHost));
  connect(&server, &QSslServer::pendingConnectionAvailable, this, [&] {
    QTcpSocket* socket = server.nextPendingConnection();
    connect(socket, &QTcpSocket::readyRead, socket, [socket] {
      socket->readAll();
      socket->write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n<a/>");
    });
  });
  const QUrl url(QString("https://127.0.0.1:%1").arg(server.serverPort()));

  AwsClient stranger = client({}, url);
  const auto [kind, said] = refusal(stranger);
  QCOMPARE(kind, Kind::Insecure);
  QVERIFY2(said.contains("AWS_CA_BUNDLE"), qPrintable(said));
  HttpClient http;  // a new one: the other remembers the connection
  AwsClient friendly(http, m_server->region, url, certificate, [this] { return m_keys; });
  QCOMPARE(ask(friendly), QByteArray("<a/>"));
  QVERIFY(messageOf([&] { client(key, url); }).find("holds no certificates") != std::string::npos);
}

QTEST_GUILESS_MAIN(AwsClientTest)
#include "tst_aws_client.moc"
