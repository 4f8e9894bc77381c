#include "app/cloud/credit_source.h"

#include <QRegularExpression>
#include <cmath>
#include <utility>

#include "app/cloud/cloud_watch.h"
#include "app/cloud/ec2.h"

namespace cloud {
namespace {

constexpr double kLateness = 3600;
constexpr qint64 kRenewal = 240;  // seconds before they expire; new ones are there by then

MetadataSettings metadataSettings(const CloudOptions& options) {
  QProcessEnvironment environment = options.environment;
  if (!options.metadataEndpoint.isEmpty())
    environment.insert("AWS_EC2_METADATA_SERVICE_ENDPOINT", options.metadataEndpoint);
  MetadataSettings settings = MetadataSettings::from(environment);
  settings.allowVersion1 = options.metadataVersion1;
  return settings;
}

// The region becomes a part of a host's name.
void checkRegion(const QString& region) {
  static const QRegularExpression kRegion("^[a-z0-9-]{1,40}$");
  if (region.isEmpty())
    throw engine::Error(
        "The region is not known. Name it with --region or AWS_REGION, for example "
        "us-east-1.");
  if (!kRegion.match(region).hasMatch())
    throw engine::Error("'" + region.toStdString() +
                        "' is no region. Name one with --region or AWS_REGION, for example "
                        "us-east-1.");
}

}  // namespace

CreditSource::CreditSource(HttpClient& http, const CloudOptions& options)
    : m_http(http),
      m_options(options),
      m_configuration(options.environment, options.profile),
      m_metadata(http, metadataSettings(options)) {}

std::optional<engine::CloudInstance> CreditSource::instance() {
  if (!m_options.instance.isEmpty()) {
    if (!m_named) m_named = describe();
    return m_named;
  }
  const auto identity = m_metadata.identity();
  if (!identity) return std::nullopt;
  engine::CloudInstance instance{
      identity->id.toStdString(), identity->type.toStdString(), identity->region.toStdString(), {}};
  if (identity->launched)
    instance.launched = static_cast<double>(identity->launched->toSecsSinceEpoch());
  return instance;
}

engine::CloudInstance CreditSource::describe() try {
  const QString region = m_options.region.isEmpty() ? m_configuration.region() : m_options.region;
  return describeInstance(aws(region), m_options.instance, region);
} catch (const AwsError& error) {
  m_keysExpired = error.kind() == AwsError::Kind::Expired;
  throw;
}

engine::CloudReading CreditSource::read(const engine::CloudInstance& instance, double since) try {
  const QString id = QString::fromStdString(instance.id);
  AwsClient& aws = this->aws(QString::fromStdString(instance.region));
  engine::CloudReading reading;
  reading.mode = mode(aws, id);
  const QDateTime now = aws.now();
  const double hourAgo = static_cast<double>(now.toSecsSinceEpoch()) - kLateness;
  const auto from = QDateTime::fromSecsSinceEpoch(std::llround(std::min(since, hourAgo)), Qt::UTC);
  const auto windows = metricWindows(from, now);
  const auto ask = [&](const Metric& metric, engine::MetricSeries& series) {
    for (const MetricWindow& window : windows)
      engine::mergeSeries(series, parseMetric(aws.ask(kCloudWatch, "GetMetricStatistics",
                                                      metricParameters(metric, id, window))));
  };
  ask(kCreditBalance, reading.creditBalance);
  ask(kCreditUsage, reading.creditUsage);
  ask(kUtilization, reading.cpuUtilization);
  if (metricCount(reading.mode) > 3) {
    ask(kSurplusBalance, reading.surplusCreditBalance);
    ask(kSurplusCharged, reading.surplusCreditsCharged);
  }
  reading.now = static_cast<double>(aws.now().toMSecsSinceEpoch()) / 1000;
  return reading;
} catch (const AwsError& error) {
  m_keysExpired = error.kind() == AwsError::Kind::Expired;
  throw;
}

// Without the permission to ask, everything else works.
std::optional<engine::CreditMode> CreditSource::mode(AwsClient& aws, const QString& instance) {
  try {
    m_modeProblem.clear();
    return creditMode(aws, instance);
  } catch (const AwsError& error) {
    if (error.kind() != AwsError::Kind::AccessDenied) throw;
    m_modeProblem =
        "The credit mode is taken for the type's usual one: add the permission "
        "ec2:DescribeInstanceCreditSpecifications (resource *) to the user or role.";
    return std::nullopt;
  }
}

int CreditSource::metricCount(std::optional<engine::CreditMode> mode) const {
  return mode == engine::CreditMode::Standard ? 3 : 5;
}

std::vector<std::string> CreditSource::notes() const {
  std::vector<std::string> notes;
  if (m_aws && m_aws->clockSkew() != 0) {
    const auto seconds = std::llround(std::abs(m_aws->clockSkew()));
    notes.push_back("This computer's clock is " + std::to_string(seconds) + " s " +
                    (m_aws->clockSkew() > 0 ? "behind" : "ahead of") +
                    " AWS's; that is allowed for. Set the clock.");
  }
  if (!m_modeProblem.empty()) notes.push_back(m_modeProblem);
  return notes;
}

AwsClient& CreditSource::aws(const QString& region) {
  if (m_aws) return *m_aws;
  const QString wanted = m_options.region.isEmpty() ? region : m_options.region;
  checkRegion(wanted);
  const QUrl endpoint =
      m_options.endpointUrl.isEmpty() ? m_configuration.endpointUrl() : QUrl(m_options.endpointUrl);
  if (!endpoint.isEmpty() && (!endpoint.isValid() || endpoint.host().isEmpty()))
    throw engine::Error("The endpoint is no address; it should look like https://host:port.");
  return m_aws.emplace(m_http, wanted, endpoint, m_configuration.caBundle(),
                       [this] { return keys(); });
}

// A role's keys are renewed at least five minutes before they expire.
Credentials CreditSource::keys() {
  const QDateTime now = m_aws ? m_aws->now() : QDateTime::currentDateTimeUtc();
  const bool usable = m_keys && (!m_keys->expiration || now.secsTo(*m_keys->expiration) > kRenewal);
  if (usable && !m_keysExpired) return *m_keys;
  if (std::exchange(m_keysExpired, false))
    m_configuration = AwsConfiguration(m_options.environment, m_options.profile);
  if (const auto configured = m_configuration.keys()) {
    m_keys = *configured;
  } else if (m_metadata.identity()) {
    m_keys = m_metadata.roleCredentials();
  } else {
    throw engine::Error(
        "There are no keys to AWS. Set AWS_ACCESS_KEY_ID and "
        "AWS_SECRET_ACCESS_KEY, name a profile in AWS_PROFILE, or give the "
        "instance a role that allows cloudwatch:GetMetricStatistics.");
  }
  return *m_keys;
}

}  // namespace cloud
