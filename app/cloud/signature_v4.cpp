#include "app/cloud/signature_v4.h"

#include <QCryptographicHash>
#include <QMessageAuthenticationCode>
#include <algorithm>
#include <map>

namespace cloud {
namespace {

QByteArray hexHash(const QByteArray& data) {
  return QCryptographicHash::hash(data, QCryptographicHash::Sha256).toHex();
}

QByteArray hmac(const QByteArray& key, const QByteArray& message) {
  return QMessageAuthenticationCode::hash(message, key, QCryptographicHash::Sha256);
}

QByteArray day(const SigningScope& scope) {
  return amazonDate(scope.time).left(8);
}

// Empty parts and "." vanish, ".." goes up.
QByteArray canonicalPath(const QByteArray& path) {
  QList<QByteArray> parts;
  for (const QByteArray& part : path.split('/')) {
    if (part.isEmpty() || part == ".") continue;
    if (part != "..")
      parts += part.toPercentEncoding();
    else if (!parts.isEmpty())
      parts.removeLast();
  }
  const QByteArray joined = "/" + parts.join('/');
  return path.endsWith('/') && !parts.isEmpty() ? joined + "/" : joined;
}

QByteArray canonicalQuery(const NamedValues& query) {
  NamedValues encoded;
  for (const auto& [name, value] : query)
    encoded.append({name.toPercentEncoding(), value.toPercentEncoding()});
  std::ranges::sort(encoded);
  QList<QByteArray> pairs;
  for (const auto& [name, value] : encoded) pairs += name + "=" + value;
  return pairs.join('&');
}

std::map<QByteArray, QByteArray> canonicalHeaders(const NamedValues& headers) {
  std::map<QByteArray, QByteArray> canonical;
  for (const auto& [name, value] : headers) {
    const auto [entry, isNew] = canonical.try_emplace(name.toLower(), value.simplified());
    if (!isNew) entry->second += "," + value.simplified();
  }
  return canonical;
}

}  // namespace

QByteArray amazonDate(const QDateTime& time) {
  return time.toUTC().toString("yyyyMMdd'T'hhmmss'Z'").toLatin1();
}

QByteArray signingKeyV4(const QByteArray& secret, const SigningScope& scope) {
  return hmac(hmac(hmac(hmac("AWS4" + secret, day(scope)), scope.region), scope.service),
              "aws4_request");
}

SignatureV4 SignatureV4::of(const SigningRequest& request, const SigningScope& scope,
                            const Credentials& credentials) {
  SignatureV4 result;
  QByteArray headerLines;
  for (const auto& [name, value] : canonicalHeaders(request.headers)) {
    headerLines += name + ":" + value + "\n";
    result.signedHeaders += (result.signedHeaders.isEmpty() ? "" : ";") + name;
  }
  result.canonicalRequest =
      QList<QByteArray>{request.method, canonicalPath(request.path), canonicalQuery(request.query),
                        headerLines,    result.signedHeaders,        hexHash(request.body)}
          .join('\n');
  result.credentialScope = day(scope) + "/" + scope.region + "/" + scope.service + "/aws4_request";
  result.stringToSign = "AWS4-HMAC-SHA256\n" + amazonDate(scope.time) + "\n" +
                        result.credentialScope + "\n" + hexHash(result.canonicalRequest);
  result.signature =
      hmac(signingKeyV4(credentials.secretAccessKey, scope), result.stringToSign).toHex();
  result.authorization = "AWS4-HMAC-SHA256 Credential=" + credentials.accessKeyId + "/" +
                         result.credentialScope + ", SignedHeaders=" + result.signedHeaders +
                         ", Signature=" + result.signature;
  return result;
}

}  // namespace cloud
