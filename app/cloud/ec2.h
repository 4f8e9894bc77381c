#pragma once

#include <QByteArray>
#include <QString>
#include <optional>

#include "engine/host/cloud_reading.h"

namespace cloud {

class AwsClient;

/// What EC2 says of an instance. Needs ec2:DescribeInstances. Throws AwsError.
engine::CloudInstance describeInstance(AwsClient& aws, const QString& instance,
                                       const QString& region);

/// The credit mode, which the instance itself is not told. Needs
/// ec2:DescribeInstanceCreditSpecifications. Throws AwsError.
engine::CreditMode creditMode(AwsClient& aws, const QString& instance);

}  // namespace cloud
