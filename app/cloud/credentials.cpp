#include "app/cloud/credentials.h"

namespace cloud {

QString Credentials::withoutSecrets(const QString& text) const {
  QString clean = text;
  for (const QByteArray& secret : {secretAccessKey, sessionToken, accessKeyId}) {
    if (secret.isEmpty()) continue;
    for (const QByteArray& form : {secret, secret.toPercentEncoding()})
      clean.replace(QString::fromUtf8(form), "***", Qt::CaseInsensitive);
  }
  return clean;
}

}  // namespace cloud
