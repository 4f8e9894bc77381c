#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QPair>

#include "app/cloud/credentials.h"

namespace cloud {

using NamedValues = QList<QPair<QByteArray, QByteArray>>;

/// A request to sign. Path and query are not encoded yet.
struct SigningRequest {
  QByteArray method;
  QByteArray path = "/";
  NamedValues query;
  NamedValues headers;  ///< all of these are signed; host and x-amz-date must be among them
  QByteArray body;
};

/// For whom a signature is.
struct SigningScope {
  QByteArray region;
  QByteArray service;
  QDateTime time;  ///< that of x-amz-date
};

/// AWS Signature Version 4, as AWS documents it for every service but S3.
struct SignatureV4 {
  QByteArray canonicalRequest;
  QByteArray signedHeaders;  ///< "host;x-amz-date"
  QByteArray credentialScope;
  QByteArray stringToSign;
  QByteArray signature;      ///< hexadecimal
  QByteArray authorization;  ///< value of the Authorization header

  static SignatureV4 of(const SigningRequest& request, const SigningScope& scope,
                        const Credentials& credentials);
};

/// The key that a secret makes for one day, region and service.
QByteArray signingKeyV4(const QByteArray& secret, const SigningScope& scope);

/// "20150830T123600Z".
QByteArray amazonDate(const QDateTime& time);

}  // namespace cloud
