#include "app/cloud/aws_error.h"

#include <QXmlStreamReader>
#include <algorithm>
#include <iterator>

namespace cloud {
namespace {

using Kind = AwsError::Kind;

struct Refusal {
  QString code, message;
};

// <ErrorResponse><Error><Code>, or EC2's <Response><Errors><Error><Code>.
Refusal parse(const QByteArray& xml) {
  Refusal refusal;
  QXmlStreamReader reader(xml);
  while (!reader.atEnd()) {
    if (reader.readNext() != QXmlStreamReader::StartElement) continue;
    if (refusal.code.isEmpty() && reader.name() == QLatin1String("Code"))
      refusal.code = reader.readElementText();
    else if (refusal.message.isEmpty() && reader.name() == QLatin1String("Message"))
      refusal.message = reader.readElementText();
  }
  return refusal;
}

// Older services call the same thing by another name, with or without "Exception".
Kind kindOf(QString code) {
  if (code.endsWith("Exception")) code.chop(9);
  static const struct {
    const char* code;
    Kind kind;
  } kKinds[] = {
      {"Throttling", Kind::Throttled},
      {"Throttled", Kind::Throttled},
      {"RequestLimitExceeded", Kind::Throttled},
      {"TooManyRequests", Kind::Throttled},
      {"RequestExpired", Kind::ClockSkewed},
      {"RequestTimeTooSkewed", Kind::ClockSkewed},
      {"RequestInTheFuture", Kind::ClockSkewed},
      {"ExpiredToken", Kind::Expired},
      {"InvalidClientTokenId", Kind::UnknownKey},
      {"UnrecognizedClient", Kind::UnknownKey},
      {"AuthFailure", Kind::UnknownKey},
      {"InvalidToken", Kind::UnknownKey},
      {"SignatureDoesNotMatch", Kind::BadSignature},
      {"InvalidSignature", Kind::BadSignature},
      {"IncompleteSignature", Kind::BadSignature},
      {"AccessDenied", Kind::AccessDenied},
      {"UnauthorizedOperation", Kind::AccessDenied},
      {"OptInRequired", Kind::AccessDenied},
      {"InvalidInstanceID.NotFound", Kind::NotFound},
      {"InvalidInstanceID.Malformed", Kind::NotFound},
      {"InvalidInstanceType", Kind::NotBurstable},
      {"UnsupportedInstanceAttribute", Kind::NotBurstable},
      {"IncorrectInstanceState", Kind::NotBurstable},
      {"InternalServiceError", Kind::Unavailable},
      {"InternalFailure", Kind::Unavailable},
      {"InternalError", Kind::Unavailable},
      {"ServiceUnavailable", Kind::Unavailable},
      {"Unavailable", Kind::Unavailable},
  };
  const auto found = std::ranges::find_if(kKinds, [&](const auto& k) { return code == k.code; });
  return found == std::end(kKinds) ? Kind::Refused : found->kind;
}

QString sentence(Kind kind, const QString& permission) {
  switch (kind) {
    case Kind::Throttled:
      return "AWS says that this account asks too often. Close other programs that poll "
             "CloudWatch; Burstlab asks again later.";
    case Kind::Unavailable:
      return "AWS has a fault of its own at the moment. Burstlab asks again later.";
    case Kind::ClockSkewed:
      return "AWS refuses the request for its time. Set this computer's clock.";
    case Kind::Expired:
      return "The session with AWS has expired. Renew it, for example by aws sso login, and put "
             "the new keys where the old ones are.";
    case Kind::UnknownKey:
      return "AWS does not know the access key. Check AWS_ACCESS_KEY_ID or the profile; temporary "
             "keys need their AWS_SESSION_TOKEN as well.";
    case Kind::BadSignature:
      return "The secret key does not belong to the access key. Check AWS_SECRET_ACCESS_KEY or "
             "the profile for a missing or additional character.";
    case Kind::AccessDenied:
      return "AWS does not allow these credentials to ask. Add the permission " + permission +
             " (resource *) to the user or role.";
    case Kind::NotFound:
      return "There is no such instance in this region and account. Check --instance, --region "
             "and the profile.";
    case Kind::NotBurstable:
      return "The instance is not burstable, so it has no CPU credits. Choose a T2, T3, T3a or "
             "T4g instance.";
    default:
      return {};
  }
}

}  // namespace

bool AwsError::isTransient() const noexcept {
  return m_kind == Kind::Unreachable || m_kind == Kind::TimedOut || m_kind == Kind::Throttled ||
         m_kind == Kind::Unavailable;
}

AwsError explain(const HttpResponse& response, const QString& host, const QString& permission,
                 const Credentials& credentials) {
  using Failure = HttpResponse::Failure;
  const std::string to = host.toStdString(), why = response.failureText.toStdString();
  switch (response.failure) {
    case Failure::None:
      break;
    case Failure::Cancelled:
      return {Kind::Cancelled, "The question to AWS was broken off."};
    case Failure::TimedOut:
      return {Kind::TimedOut, to + " does not answer. Check the network, and a proxy or firewall "
                                   "between."};
    case Failure::Insecure:
      return {Kind::Insecure, to + " has a certificate that is not trusted (" + why +
                                  "). Name the file of your certificates in AWS_CA_BUNDLE."};
    case Failure::Unreachable:
    case Failure::Broken:
      return {Kind::Unreachable,
              to + " cannot be reached (" + why + "). Check the network and the region's name."};
  }
  const Refusal refusal = parse(response.body);
  const bool fault = refusal.code.isEmpty() && response.status >= 500;
  const Kind kind = fault ? Kind::Unavailable : kindOf(refusal.code);
  if (const QString known = sentence(kind, permission); !known.isEmpty())
    return {kind, known.toStdString()};
  if (refusal.code.isEmpty())
    return {Kind::BadAnswer, to + " answers " + std::to_string(response.status) +
                                 ", but not as AWS does. Check --endpoint-url or "
                                 "AWS_ENDPOINT_URL, and a proxy between."};
  const QString text =
      credentials.withoutSecrets(refusal.code + ": " + refusal.message.simplified());
  return {kind, "AWS refuses the request (" + text.toStdString() + ")."};
}

}  // namespace cloud
