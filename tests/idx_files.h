#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QtEndian>
#include <QtTest>
#include <filesystem>

// Builds IDX and gzip bytes for tests without the code under test.
namespace idx_files {

inline QByteArray header(char type, std::initializer_list<quint32> sizes) {
  QByteArray bytes("\0\0", 2);
  bytes += type;
  bytes += static_cast<char>(sizes.size());
  for (const quint32 size : sizes) {
    const quint32 bigEndian = qToBigEndian(size);
    bytes.append(reinterpret_cast<const char*>(&bigEndian), sizeof bigEndian);
  }
  return bytes;
}

inline QByteArray images(int count, int side = 28) {
  const auto size = static_cast<quint32>(side);
  return header(8, {static_cast<quint32>(count), size, size}) + QByteArray(count * side * side, 7);
}

inline QByteArray labels(const QByteArray& values) {
  return header(8, {static_cast<quint32>(values.size())}) + values;
}

// Labels 0, 1, ..., classes - 1, 0, 1, ...
inline QByteArray cyclicLabels(int count, int classes = 10) {
  QByteArray values;
  for (int i = 0; i < count; ++i) values += static_cast<char>(i % classes);
  return labels(values);
}

inline quint32 crc32(const QByteArray& bytes) {
  quint32 crc = ~0u;
  for (const char byte : bytes) {
    crc ^= static_cast<quint8>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0xEDB88320u : 0u);
  }
  return ~crc;
}

// RFC 1952 around the deflate stream that qCompress wraps as zlib (4 + 2 bytes before, 4 after).
inline QByteArray gzip(const QByteArray& bytes) {
  const QByteArray deflated =
      bytes.isEmpty() ? QByteArray::fromHex("0300") : qCompress(bytes).sliced(6).chopped(4);
  QByteArray result = QByteArray::fromHex("1f8b0800000000000003") + deflated;
  for (const quint32 value : {crc32(bytes), static_cast<quint32>(bytes.size())}) {
    const quint32 littleEndian = qToLittleEndian(value);
    result.append(reinterpret_cast<const char*>(&littleEndian), sizeof littleEndian);
  }
  return result;
}

inline std::filesystem::path write(const QString& folder, const QString& name,
                                   const QByteArray& bytes) {
  QDir().mkpath(folder);
  QFile file(folder + "/" + name);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
    qFatal("cannot write %s", qPrintable(file.fileName()));
  return file.fileName().toStdString();
}

}  // namespace idx_files
