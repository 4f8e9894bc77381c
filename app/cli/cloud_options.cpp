#include "app/cli/cloud_options.h"

#include "app/cli/arguments.h"

namespace cli {

QList<QCommandLineOption> cloudOptions() {
  return {
      {"instance", "Watch this EC2 instance from here instead of this computer.", "id"},
      {"region", "AWS region (the instance's own, AWS_REGION or the profile's).", "name"},
      {"profile", "Profile of AWS's files to take the keys from (AWS_PROFILE).", "name"},
      {"endpoint-url", "Send AWS requests there (AWS_ENDPOINT_URL).", "url"},
      {"metadata-endpoint", "Address of the instance metadata (AWS_EC2_METADATA_SERVICE_ENDPOINT).",
       "url"},
      {"metadata-v1", "Allow version 1 of the instance metadata, without a token."},
  };
}

cloud::CloudOptions readCloudOptions(const Arguments& arguments) {
  const auto text = [&](const char* option) {
    return QString::fromStdString(arguments.text(option));
  };
  cloud::CloudOptions options;
  options.instance = text("instance");
  options.region = text("region");
  options.profile = text("profile");
  options.endpointUrl = text("endpoint-url");
  options.metadataEndpoint = text("metadata-endpoint");
  options.metadataVersion1 = arguments.isSet("metadata-v1");
  return options;
}

}  // namespace cli
