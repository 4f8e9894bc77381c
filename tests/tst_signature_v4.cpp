#include <QCryptographicHash>
#include <QTest>

#include "app/cloud/signature_v4.h"

using namespace cloud;

// The cases of AWS's own suites for signature version 4 (awslabs/aws-c-auth, boto/botocore).
class SignatureV4Test : public QObject {
  Q_OBJECT

 private slots:
  void signingKeys_data();
  void signingKeys();
  void suite_data();
  void suite();
  void canonicalForm();
  void headersAreNormalised();
  void presigned();

 private:
  const Credentials m_keys{.accessKeyId = "AKIDEXAMPLE",
                           .secretAccessKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
                           .sessionToken = {},
                           .expiration = {},
                           .source = {}};
  const QDateTime m_time{QDate(2015, 8, 30), QTime(12, 36), Qt::UTC};
  const SigningScope m_scope{"us-east-1", "service", m_time};
  const NamedValues m_headers{{"Host", "example.amazonaws.com"},
                              {"X-Amz-Date", "20150830T123600Z"}};
};

void SignatureV4Test::signingKeys_data() {
  QTest::addColumn<QDate>("day");
  QTest::addColumn<QByteArray>("service");
  QTest::addColumn<QByteArray>("expected");
  QTest::newRow("2015 iam") << QDate(2015, 8, 30) << QByteArray("iam")
                            << QByteArray(
                                   "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3"
                                   "c154a4b9");
  QTest::newRow("2012 iam") << QDate(2012, 2, 15) << QByteArray("iam")
                            << QByteArray(
                                   "f4780e2d9f65fa895f9c67b32ce1baf0b0d8a43505a000a1a9e090d4"
                                   "14db404d");
  QTest::newRow("service") << QDate(2015, 8, 30) << QByteArray("service")
                           << QByteArray(
                                  "938127b5336810ddb6a5d6af445fcac9e371f9ed418ed386b022aed82"
                                  "901be75");
}

void SignatureV4Test::signingKeys() {
  QFETCH(QDate, day);
  QFETCH(QByteArray, service);
  const SigningScope scope{"us-east-1", service, QDateTime(day, QTime(12, 0), Qt::UTC)};
  QTEST(signingKeyV4(m_keys.secretAccessKey, scope).toHex(), "expected");
}

void SignatureV4Test::suite_data() {
  QTest::addColumn<QByteArray>("method");
  QTest::addColumn<QByteArray>("path");
  QTest::addColumn<NamedValues>("query");
  QTest::addColumn<NamedValues>("headers");
  QTest::addColumn<QByteArray>("body");
  QTest::addColumn<QByteArray>("signature");
  const auto add = [](const char* name, const char* method, const char* path,
                      const NamedValues& query, const char* signature,
                      const NamedValues& headers = {}, const char* body = "") {
    QTest::newRow(name) << QByteArray(method) << QByteArray(path) << query << headers
                        << QByteArray(body) << QByteArray(signature);
  };
  const char* const vanilla = "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31";
  add("get-vanilla", "GET", "/", {}, vanilla);
  add("get-relative-normalized", "GET", "/example/..", {}, vanilla);
  add("get-relative-relative-normalized", "GET", "/example1/example2/../..", {}, vanilla);
  add("get-slash-normalized", "GET", "//", {}, vanilla);
  add("get-slash-dot-slash-normalized", "GET", "/./", {}, vanilla);
  add("get-vanilla-query-order-key-case", "GET", "/", {{"Param2", "value2"}, {"Param1", "value1"}},
      "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500");
  add("get-vanilla-empty-query-key", "GET", "/", {{"Param1", "value1"}},
      "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb");
  add("get-vanilla-utf8-query", "GET", "/", {{"\xe1\x88\xb4", "bar"}},
      "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04");
  add("get-utf8", "GET", "/\xe1\x88\xb4", {},
      "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85");
  add("get-space-normalized", "GET", "/example space/", {},
      "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741");
  add("get-slashes-normalized", "GET", "//example//", {},
      "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84");
  add("get-vanilla-with-session-token", "GET", "/", {},
      "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8",
      {{"X-Amz-Security-Token",
        "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267"}});
  add("post-vanilla", "POST", "/", {},
      "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b");
  add("post-vanilla-query", "POST", "/", {{"Param1", "value1"}},
      "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11");
  const QPair<QByteArray, QByteArray> type("Content-Type", "application/x-www-form-urlencoded");
  add("post-x-www-form-urlencoded, aws-c-auth", "POST", "/", {},
      "d3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b",
      {type,
       {"Content-Length", "13"},
       {"X-Amz-Content-Sha256",
        "9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e"}},
      "Param1=value1");
  add("post-x-www-form-urlencoded, botocore", "POST", "/", {},
      "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a", {type}, "Param1=value1");
}

void SignatureV4Test::suite() {
  QFETCH(QByteArray, method);
  QFETCH(QByteArray, path);
  QFETCH(NamedValues, query);
  QFETCH(NamedValues, headers);
  QFETCH(QByteArray, body);
  const SigningRequest request{method, path, query, m_headers + headers, body};
  QTEST(SignatureV4::of(request, m_scope, m_keys).signature, "signature");
}

void SignatureV4Test::canonicalForm() {
  const auto hash = [](const QByteArray& text) {
    return QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex();
  };
  const auto vanilla = SignatureV4::of({"GET", "/", {}, m_headers, {}}, m_scope, m_keys);
  QCOMPARE(hash(vanilla.canonicalRequest),
           QByteArray("bb579772317eb040ac9ed261061d46c1f17a8133879d6129b6e1c25292927e63"));
  QVERIFY(vanilla.canonicalRequest.endsWith(
      "\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
  QCOMPARE(vanilla.authorization,
           QByteArray("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/"
                      "aws4_request, SignedHeaders=host;x-amz-date, Signature=") +
               vanilla.signature);
  const auto form = SignatureV4::of(
      {"POST",
       "/",
       {},
       m_headers + NamedValues{{"Content-Type", "application/x-www-form-urlencoded"}},
       "Param1=value1"},
      m_scope, m_keys);
  QCOMPARE(hash(form.canonicalRequest),
           QByteArray("42a5e5bb34198acb3e84da4f085bb7927f2bc277ca766e6d19c73c2154021281"));
}

void SignatureV4Test::headersAreNormalised() {
  const NamedValues headers{
      {"My-Header2", " \"a   b   c\" "}, {"my-header1", "  x\t y "}, {"My-Header1", "z"}};
  const auto signature =
      SignatureV4::of({"GET", "/", {}, m_headers + headers, {}}, m_scope, m_keys);
  QCOMPARE(signature.signedHeaders, QByteArray("host;my-header1;my-header2;x-amz-date"));
  QVERIFY(
      signature.canonicalRequest.contains("\nmy-header1:x y,z\nmy-header2:\"a b c\"\nx-amz-date:"));
}

// The signature may travel in the query instead.
void SignatureV4Test::presigned() {
  const NamedValues query{
      {"X-Amz-Algorithm", "AWS4-HMAC-SHA256"},
      {"X-Amz-Credential", "AKIDEXAMPLE/20150830/us-east-1/service/aws4_request"},
      {"X-Amz-Date", "20150830T123600Z"},
      {"X-Amz-SignedHeaders", "host"},
      {"X-Amz-Expires", "3600"}};
  const auto signature =
      SignatureV4::of({"GET", "/", query, {m_headers.first()}, {}}, m_scope, m_keys);
  QCOMPARE(signature.signature,
           QByteArray("e93c787ed7f371d5c6b165c1b38ede9550f4dce4144713e844b25b7192d3865d"));
}

QTEST_GUILESS_MAIN(SignatureV4Test)
#include "tst_signature_v4.moc"
