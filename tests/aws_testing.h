#pragma once

#include <QProcessEnvironment>
#include <QTemporaryDir>

#include "app/cloud/credentials.h"
#include "aws_server.h"

/// An environment in which nothing of this computer's own AWS settings is seen, and nothing outside
/// the loopback is asked.
inline QProcessEnvironment emptyAwsEnvironment(const QString& home) {
  QProcessEnvironment environment;
  for (const char* name : {"PATH", "LOCPATH", "TSAN_OPTIONS", "LD_LIBRARY_PATH"})
    if (qEnvironmentVariableIsSet(name)) environment.insert(name, qEnvironmentVariable(name));
  environment.insert("HOME", home);
  environment.insert("AWS_EC2_METADATA_DISABLED", "true");
  return environment;
}

/// The keys of the server's owner, without a token.
inline QProcessEnvironment withKeys(QProcessEnvironment environment, const AwsServer& server) {
  environment.insert("AWS_ACCESS_KEY_ID", server.accessKeyId);
  environment.insert("AWS_SECRET_ACCESS_KEY", server.secret);
  environment.insert("AWS_REGION", server.region);
  environment.insert("AWS_ENDPOINT_URL", server.url());
  return environment;
}
