#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QTcpServer>
#include <functional>

/// A small AWS on the loopback: instance metadata (IMDS), CloudWatch and EC2 over real HTTP. It
/// checks signatures by its own arithmetic and can misbehave in the ways that the real one does.
/// Lives in the event loop of its thread.
class AwsServer : public QObject {
 public:
  AwsServer();

  QString url() const;

  // The instance that it is about, and the keys that it accepts.
  QByteArray instanceId = "i-0123456789abcdef0", instanceType = "t2.micro", region = "us-east-1";
  QByteArray role = "web";
  QByteArray accessKeyId = "AKIDEXAMPLE";
  QByteArray secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
  QByteArray sessionToken = "a/session+token==";  ///< given out with the role's keys
  QByteArray creditMode = "standard";
  qint64 launchedSecondsAgo = 7200;

  /// Points of a metric, by age in seconds; answered in the order given.
  QMap<QByteArray, QList<QPair<qint64, double>>> points;

  // Misbehaviour.
  enum class Metadata { Version2, Version1Only, SilentTokens, Silent, Off, OtherCloud, Nonsense };
  Metadata metadata = Metadata::Version2;
  int requestsPerToken = 1'000'000;  ///< after that it has expired: 401
  int throttleNext = 0;              ///< so many answers are 400 Throttling
  int failNext = 0;                  ///< so many are 503
  int dropNext = 0;                  ///< so many connections are closed without an answer
  QByteArray errorCode;              ///< every signed request is refused with this code
  int errorStatus = 400;
  QByteArray errorMessage = "a message";
  QByteArray deniedAction;  ///< refused with AccessDenied
  QByteArray rawAnswer;     ///< instead of XML
  int delayMilliseconds = 0;
  qint64 clockAhead = 0;  ///< seconds

  // What was seen.
  QList<QByteArray> actions;        ///< of signed requests, also of those refused
  QList<QByteArray> paths;          ///< of metadata requests, with the method
  QList<QByteArray> bodies;         ///< of signed requests
  QList<QByteArray> badSignatures;  ///< one sentence each
  int tokensMade = 0;

  QDateTime now() const;

 private:
  struct Request {
    QByteArray method, path, body;
    QList<QPair<QByteArray, QByteArray>> headers;
    QByteArray header(const QByteArray& name) const;
  };
  struct Answer {
    int status = 200;
    QByteArray body = {};
    bool silent = false, drop = false;
  };

  void read(QTcpSocket* socket);
  Answer answer(const Request& request);
  Answer metadataAnswer(const Request& request);
  Answer signedAnswer(const Request& request);
  Answer metricAnswer(const QMap<QByteArray, QByteArray>& parameters) const;
  QByteArray wrongSignature(const Request& request) const;
  static Answer refusal(int status, const QByteArray& code, const QByteArray& message);

  QTcpServer m_server;
  QByteArray m_token;
  int m_tokenUses = 0;
};
