#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QString>
#include <optional>

namespace cloud {

/// Keys to AWS. Secret and token live in memory alone: they are never logged, shown or stored, and
/// whatever AWS says goes through withoutSecrets() before anybody sees it.
struct Credentials {
  QByteArray accessKeyId;
  QByteArray secretAccessKey;
  QByteArray sessionToken;              ///< empty for keys that do not expire
  std::optional<QDateTime> expiration;  ///< where that is known
  QString source;                       ///< for people: "environment", "profile work", "role web"

  /// The text with secret, token and key id replaced by ***, also where they are percent-encoded.
  QString withoutSecrets(const QString& text) const;
};

}  // namespace cloud
