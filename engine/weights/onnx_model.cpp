#include "engine/weights/onnx_model.h"

#include "engine/error.h"
#include "engine/weights/float_bytes.h"
#include "engine/weights/protobuf.h"

namespace engine {
namespace {

// Field numbers and enumerators of onnx.proto.
namespace model {
constexpr int kIrVersion = 1, kProducer = 2, kGraph = 7, kOpset = 8, kMetadata = 14;
}
namespace graph {
constexpr int kNode = 1, kName = 2, kInitializer = 5, kInput = 11, kOutput = 12;
}
namespace node {
constexpr int kInput = 1, kOutput = 2, kName = 3, kType = 4, kAttribute = 5;
}
namespace attribute {
constexpr int kName = 1, kNumber = 3, kList = 8, kType = 20;
constexpr int kTypeNumber = 2, kTypeList = 7;
}  // namespace attribute
namespace tensor {
constexpr int kDimension = 1, kType = 2, kFloats = 4, kName = 8, kRawData = 9;
constexpr int kFloat = 1;
}  // namespace tensor
constexpr int kOpsetVersion = 2;

ProtobufWriter nodeMessage(const OnnxNode& node) {
  ProtobufWriter out;
  for (const std::string& input : node.inputs) out.text(node::kInput, input);
  for (const std::string& output : node.outputs) out.text(node::kOutput, output);
  out.text(node::kName, node.outputs.front());
  out.text(node::kType, node.type);
  for (const auto& [name, number] : node.numbers) {
    ProtobufWriter attribute;
    attribute.text(attribute::kName, name);
    attribute.number(attribute::kNumber, static_cast<std::uint64_t>(number));
    attribute.number(attribute::kType, attribute::kTypeNumber);
    out.message(node::kAttribute, attribute);
  }
  for (const auto& [name, list] : node.lists) {
    ProtobufWriter attribute;
    attribute.text(attribute::kName, name);
    for (const std::int64_t number : list)
      attribute.number(attribute::kList, static_cast<std::uint64_t>(number));
    attribute.number(attribute::kType, attribute::kTypeList);
    out.message(node::kAttribute, attribute);
  }
  return out;
}

ProtobufWriter tensorMessage(const NamedTensor& entry) {
  ProtobufWriter out;
  for (const std::int64_t extent : entry.tensor.shape())
    out.number(tensor::kDimension, static_cast<std::uint64_t>(extent));
  out.number(tensor::kType, tensor::kFloat);
  out.text(tensor::kName, entry.name);
  Bytes data;
  appendFloats(data, entry.tensor.values());
  out.bytes(tensor::kRawData, data);
  return out;
}

// ValueInfoProto: name, TypeProto { Tensor { element type, TensorShapeProto } }, doc_string.
ProtobufWriter valueMessage(const OnnxValue& value) {
  ProtobufWriter shape, batch;
  batch.text(2, value.batchName);
  shape.message(1, batch);
  for (const std::int64_t extent : value.shape) {
    ProtobufWriter dimension;
    dimension.number(1, static_cast<std::uint64_t>(extent));
    shape.message(1, dimension);
  }
  ProtobufWriter tensorType, type, out;
  tensorType.number(1, tensor::kFloat);
  tensorType.message(2, shape);
  type.message(1, tensorType);
  out.text(1, value.name);
  out.message(2, type);
  out.text(3, value.meaning);
  return out;
}

template <typename Visit>
void forEachField(ByteView message, Visit visit) {
  ProtobufReader reader(message);
  while (const auto field = reader.next()) visit(*field);
}

// A repeated number may be packed into one field or stand in a field each.
void appendNumbers(const ProtobufField& field, std::vector<std::int64_t>& out) {
  if (!field.hasContent) return out.push_back(static_cast<std::int64_t>(field.value));
  ProtobufReader packed(field.content);
  while (!packed.atEnd()) out.push_back(static_cast<std::int64_t>(packed.varint()));
}

void readAttribute(ByteView message, OnnxNode& out) {
  std::string name;
  std::vector<std::int64_t> list;
  std::optional<std::int64_t> number;
  forEachField(message, [&](const ProtobufField& field) {
    if (field.number == attribute::kName) name = field.text();
    if (field.number == attribute::kNumber) number = static_cast<std::int64_t>(field.value);
    if (field.number == attribute::kList) appendNumbers(field, list);
  });
  if (!list.empty()) out.lists[name] = list;
  if (number) out.numbers[name] = *number;
}

OnnxNode readNode(ByteView message) {
  OnnxNode out;
  forEachField(message, [&](const ProtobufField& field) {
    if (field.number == node::kInput) out.inputs.push_back(field.text());
    if (field.number == node::kOutput) out.outputs.push_back(field.text());
    if (field.number == node::kType) out.type = field.text();
    if (field.number == node::kAttribute) readAttribute(field.content, out);
  });
  return out;
}

void readTensor(ByteView message, Weights& out) {
  Shape shape;
  std::string name;
  std::uint64_t type = 0;
  ByteView data;
  forEachField(message, [&](const ProtobufField& field) {
    if (field.number == tensor::kDimension) appendNumbers(field, shape);
    if (field.number == tensor::kType) type = field.value;
    if (field.number == tensor::kName) name = field.text();
    // A packed list of floats has the same bytes as raw data.
    if (field.number == tensor::kRawData || field.number == tensor::kFloats) data = field.content;
  });
  if (type != tensor::kFloat) return;
  std::size_t bytes = sizeof(float);
  for (const std::int64_t extent : shape)
    if (extent < 0 || __builtin_mul_overflow(bytes, static_cast<std::size_t>(extent), &bytes))
      throw Error(name);
  if (bytes != data.size()) throw Error(name);
  Tensor tensor(shape);
  readFloats(data, tensor.values());
  out.push_back({name, std::move(tensor)});
}

OnnxValue readValue(ByteView message) {
  OnnxValue out;
  forEachField(message, [&](const ProtobufField& field) {
    if (field.number == 1) out.name = field.text();
  });
  return out;
}

void readGraph(ByteView message, OnnxModel& out) {
  forEachField(message, [&](const ProtobufField& field) {
    if (field.number == graph::kNode) out.nodes.push_back(readNode(field.content));
    if (field.number == graph::kInitializer) readTensor(field.content, out.initializers);
    if (field.number == graph::kInput) out.inputs.push_back(readValue(field.content));
    if (field.number == graph::kOutput) out.outputs.push_back(readValue(field.content));
  });
}

// OperatorSetIdProto; the empty domain is ONNX's own.
void readOpset(ByteView message, OnnxModel& out) {
  std::string domain;
  std::int64_t version = 0;
  forEachField(message, [&](const ProtobufField& field) {
    if (field.number == 1) domain = field.text();
    if (field.number == kOpsetVersion) version = static_cast<std::int64_t>(field.value);
  });
  if (domain.empty() || domain == "ai.onnx") out.opset = version;
}

void readMetadata(ByteView message, Metadata& out) {
  std::string key, value;
  forEachField(message, [&](const ProtobufField& field) {
    (field.number == 1 ? key : value) = field.text();
  });
  out[key] = value;
}

}  // namespace

Bytes encodeOnnxModel(const OnnxModel& model) {
  ProtobufWriter graph;
  for (const OnnxNode& node : model.nodes) graph.message(graph::kNode, nodeMessage(node));
  graph.text(graph::kName, "burstlab");
  for (const NamedTensor& entry : model.initializers)
    graph.message(graph::kInitializer, tensorMessage(entry));
  for (const OnnxValue& value : model.inputs) graph.message(graph::kInput, valueMessage(value));
  for (const OnnxValue& value : model.outputs) graph.message(graph::kOutput, valueMessage(value));

  ProtobufWriter opset, out;
  opset.text(1, "");
  opset.number(kOpsetVersion, static_cast<std::uint64_t>(model.opset));
  out.number(model::kIrVersion, static_cast<std::uint64_t>(model.irVersion));
  out.text(model::kProducer, model.producer);
  out.message(model::kGraph, graph);
  out.message(model::kOpset, opset);
  for (const auto& [key, value] : model.metadata) {
    ProtobufWriter entry;
    entry.text(1, key);
    entry.text(2, value);
    out.message(model::kMetadata, entry);
  }
  return out.result();
}

OnnxModel decodeOnnxModel(ByteView bytes, const std::string& name) {
  OnnxModel out{.irVersion = 0, .opset = 0};
  try {
    forEachField(bytes, [&](const ProtobufField& field) {
      if (field.number == model::kIrVersion) out.irVersion = static_cast<std::int64_t>(field.value);
      if (field.number == model::kProducer) out.producer = field.text();
      if (field.number == model::kGraph) readGraph(field.content, out);
      if (field.number == model::kOpset) readOpset(field.content, out);
      if (field.number == model::kMetadata) readMetadata(field.content, out.metadata);
    });
  } catch (const Error&) {
    throw Error(name + " is damaged, or no ONNX model at all.");
  }
  if (out.irVersion == 0 || out.nodes.empty())
    throw Error(name + " is no ONNX model: it has no version or no graph.");
  return out;
}

}  // namespace engine
