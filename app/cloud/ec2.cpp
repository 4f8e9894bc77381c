#include "app/cloud/ec2.h"

#include <QXmlStreamReader>

#include "app/cloud/aws_client.h"

namespace cloud {
namespace {

// The first element of this name, below the one of the parent's name.
QString elementText(const QByteArray& xml, const char* parent, const char* name) {
  QXmlStreamReader reader(xml);
  bool below = false;
  while (!reader.atEnd()) {
    if (reader.readNext() != QXmlStreamReader::StartElement) continue;
    if (reader.name() == QLatin1String(parent))
      below = true;
    else if (below && reader.name() == QLatin1String(name))
      return reader.readElementText(QXmlStreamReader::SkipChildElements);
  }
  return {};
}

AwsError badAnswer() {
  return {AwsError::Kind::BadAnswer,
          "The answer is not one of EC2's. Check --endpoint-url or AWS_ENDPOINT_URL, and a proxy "
          "between."};
}

}  // namespace

engine::CloudInstance describeInstance(AwsClient& aws, const QString& instance,
                                       const QString& region) {
  const QByteArray xml = aws.ask(kEc2, "DescribeInstances", {{"InstanceId.1", instance}});
  const QString type = elementText(xml, "instancesSet", "instanceType");
  if (type.isEmpty()) throw badAnswer();
  engine::CloudInstance found{instance.toStdString(), type.toStdString(), region.toStdString(), {}};
  const auto launched =
      QDateTime::fromString(elementText(xml, "instancesSet", "launchTime"), Qt::ISODateWithMs);
  if (launched.isValid()) found.launched = static_cast<double>(launched.toSecsSinceEpoch());
  return found;
}

engine::CreditMode creditMode(AwsClient& aws, const QString& instance) {
  const QByteArray xml =
      aws.ask(kEc2, "DescribeInstanceCreditSpecifications", {{"InstanceId.1", instance}});
  const QString mode = elementText(xml, "instanceCreditSpecificationSet", "cpuCredits");
  if (mode == "standard") return engine::CreditMode::Standard;
  if (mode == "unlimited") return engine::CreditMode::Unlimited;
  throw badAnswer();
}

}  // namespace cloud
