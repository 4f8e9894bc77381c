#pragma once

#include <cstdint>
#include <cstring>
#include <oneapi/dnnl/dnnl.hpp>
#include <random>
#include <unordered_map>
#include <vector>

// What the programs on oneDNN share.

namespace peer {

using dnnl::memory;
using dnnl::prop_kind;
using Tag = memory::format_tag;
using Args = std::unordered_map<int, memory>;

inline const dnnl::engine& cpu() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

inline memory::desc anyLayout(const memory::dims& dims) {
  return {dims, memory::data_type::f32, Tag::any};
}

inline memory zeros(const memory::desc& desc) {
  memory result(desc, cpu());
  std::memset(result.get_data_handle(), 0, desc.get_size());
  return result;
}

inline float* floats(memory& m) {
  return static_cast<float*>(m.get_data_handle());
}
inline std::size_t count(const memory& m) {
  return m.get_desc().get_size() / sizeof(float);
}

// A list of primitives that run one after the other.
struct Program {
  std::vector<std::pair<dnnl::primitive, Args>> steps;

  void add(const dnnl::primitive& primitive, Args args) { steps.emplace_back(primitive, args); }

  // The memory in the wanted layout: itself, or a copy that a reorder fills at this point.
  memory in(const memory& source, const memory::desc& wanted) {
    if (source.get_desc() == wanted) return source;
    memory target = zeros(wanted);
    add(dnnl::reorder(source, target), {{DNNL_ARG_FROM, source}, {DNNL_ARG_TO, target}});
    return target;
  }

  void run(dnnl::stream& stream) {
    for (auto& [primitive, args] : steps) primitive.execute(stream, args);
  }
};

inline void fillNormal(memory& m, float stddev) {
  static std::mt19937 generator(66478);
  std::normal_distribution<float> normal(0, stddev);
  for (std::size_t i = 0; i < count(m); ++i) floats(m)[i] = normal(generator);
}

inline dnnl::primitive_attr withRelu() {
  dnnl::post_ops ops;
  ops.append_eltwise(1.0f, dnnl::algorithm::eltwise_relu, 0.0f, 0.0f);
  dnnl::primitive_attr attributes;
  attributes.set_post_ops(ops);
  return attributes;
}

}  // namespace peer
