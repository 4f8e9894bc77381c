#pragma once

#include <QByteArray>
#include <QString>
#include <atomic>

namespace ui {

/// The bytes of a log as they are written. For a thread of its own.
class LogSource {
 public:
  enum class State {
    More,    ///< there may be more at once
    Waited,  ///< all that is there has been read, and a moment has passed
    Began,   ///< the file begins anew: it was cut off or replaced
    Ended    ///< the stream is closed
  };

  /// Opens the file; "-": the standard input. Throws engine::Error, naming it.
  explicit LogSource(const QString& file);
  /// Takes over a descriptor.
  LogSource(int descriptor, QString name) : m_name(std::move(name)), m_descriptor(descriptor) {}
  ~LogSource();
  LogSource(const LogSource&) = delete;

  /// Puts what can be read at once into bytes. Throws engine::Error.
  State read(QByteArray& bytes);

 private:
  bool hasBegunAnew();
  void wait() const;

  QString m_name;
  QByteArray m_path;  ///< empty: the descriptor alone is known
  int m_descriptor = -1;
  qint64 m_offset = 0;
};

}  // namespace ui
