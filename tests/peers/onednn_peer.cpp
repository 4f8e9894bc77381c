// The sample's network on oneDNN, wired by hand as well as we know how: every primitive chooses its
// own layouts (format_tag::any), reorders stand only where the choices differ, ReLU is fused into
// the convolutions and fc1, the ReLU's mask is applied to the pooled gradient (a quarter of the
// elements), dropout and the update are plain loops.

#include <omp.h>

#include <cmath>
#include <cstdint>

#include "engine/data/dataset_folder.h"
#include "tests/peers/onednn_program.h"
#include "tests/peers/peer.h"

namespace {

using namespace peer;

struct Parameter {
  memory value, velocity, gradient;
  float decay;
};

class Lenet {
 public:
  Lenet(int batch, bool training) : m_batch(batch), m_training(training) {
    m_input = zeros({{batch, 1, 28, 28}, memory::data_type::f32, Tag::nchw});
    Stage conv1 = convolution(m_input, 32, 28, 1);
    Stage conv2 = convolution(conv1.pooled, 64, 14, 32);
    Dense fc1 = dense(conv2.pooled, {batch, 64, 7, 7}, 512, true);
    m_hidden = fc1.output;
    Dense fc2 = dense(fc1.output, {batch, 512}, 10, false);
    m_logits = m_forward2.in(fc2.output, {{batch, 10}, memory::data_type::f32, Tag::nc});
    if (!training) return;

    m_logitsGradient = zeros({{batch, 10}, memory::data_type::f32, Tag::nc});
    m_hiddenGradient = denseBackward(m_backward1, fc2, m_logitsGradient);
    memory dPool2 = denseBackward(m_backward2, fc1, m_hiddenGradient);
    memory dPool1 = convolutionBackward(conv2, dPool2, true);
    convolutionBackward(conv1, dPool1, false);
  }

  float* input() { return floats(m_input); }

  void forward() {
    m_forward1.run(m_stream);
    m_stream.wait();
    if (m_training) dropout(m_hidden, true);
    m_forward2.run(m_stream);
    m_stream.wait();
  }

  double step(const std::uint8_t* labels) {
    forward();
    const double loss = softmaxGradient(labels);
    m_backward1.run(m_stream);
    m_stream.wait();
    dropout(m_hiddenGradient, false);
    m_backward2.run(m_stream);
    m_stream.wait();
    for (Parameter& p : m_parameters) update(p);
    return loss;
  }

 private:
  struct Stage {
    memory source, conv, pooled, workspace, weights;
    dnnl::convolution_forward::primitive_desc convDesc;
    dnnl::pooling_forward::primitive_desc poolDesc;
    int side, in, out;
    std::size_t parameter;
  };

  struct Dense {
    memory source, output, weights;
    dnnl::inner_product_forward::primitive_desc desc;
    memory::dims sourceDims;
    int outputs;
    bool relu;
    std::size_t parameter;
  };

  prop_kind kind() const {
    return m_training ? prop_kind::forward_training : prop_kind::forward_inference;
  }

  std::size_t addParameter(const memory::desc& desc, float decay, bool isBias) {
    Parameter p{zeros(desc), zeros(desc), zeros(desc), decay};
    if (isBias)
      std::fill_n(floats(p.value), count(p.value), 0.1f);
    else
      fillNormal(p.value, 0.088f);
    m_parameters.push_back(p);
    return m_parameters.size() - 1;
  }

  Stage convolution(const memory& source, int out, int side, int in) {
    Stage s;
    s.side = side, s.in = in, s.out = out;
    const memory::dims strides{1, 1}, pads{2, 2};
    const memory::desc biasDesc({out}, memory::data_type::f32, Tag::x);
    s.convDesc = {dnnl::convolution_forward::desc(
                      kind(), dnnl::algorithm::convolution_direct,
                      anyLayout({m_batch, in, side, side}), anyLayout({out, in, 5, 5}), biasDesc,
                      anyLayout({m_batch, out, side, side}), strides, pads, pads),
                  withRelu(), cpu()};
    s.source = m_forward1.in(source, s.convDesc.src_desc());
    s.conv = zeros(s.convDesc.dst_desc());
    s.parameter = addParameter(s.convDesc.weights_desc(), 0, false);
    addParameter(biasDesc, 0, true);
    s.weights = m_parameters[s.parameter].value;
    m_forward1.add(dnnl::convolution_forward(s.convDesc),
                   {{DNNL_ARG_SRC, s.source},
                    {DNNL_ARG_WEIGHTS, s.weights},
                    {DNNL_ARG_BIAS, m_parameters[s.parameter + 1].value},
                    {DNNL_ARG_DST, s.conv}});
    const memory::dims window{2, 2}, none{0, 0};
    s.poolDesc = {dnnl::pooling_forward::desc(
                      kind(), dnnl::algorithm::pooling_max, s.conv.get_desc(),
                      anyLayout({m_batch, out, side / 2, side / 2}), window, window, none, none),
                  cpu()};
    s.pooled = zeros(s.poolDesc.dst_desc());
    Args args{{DNNL_ARG_SRC, s.conv}, {DNNL_ARG_DST, s.pooled}};
    if (m_training) {
      s.workspace = zeros(s.poolDesc.workspace_desc());
      args.emplace(DNNL_ARG_WORKSPACE, s.workspace);
    }
    m_forward1.add(dnnl::pooling_forward(s.poolDesc), args);
    return s;
  }

  Dense dense(const memory& source, const memory::dims& sourceDims, int outputs, bool relu) {
    Dense d;
    d.sourceDims = sourceDims, d.outputs = outputs, d.relu = relu;
    memory::dims weightDims = sourceDims;
    weightDims[0] = outputs;
    const memory::desc biasDesc({outputs}, memory::data_type::f32, Tag::x);
    Program& program = relu ? m_forward1 : m_forward2;
    d.desc = {
        dnnl::inner_product_forward::desc(kind(), anyLayout(sourceDims), anyLayout(weightDims),
                                          biasDesc, anyLayout({m_batch, outputs})),
        relu ? withRelu() : dnnl::primitive_attr(), cpu()};
    d.source = program.in(source, d.desc.src_desc());
    d.output = zeros(d.desc.dst_desc());
    d.parameter = addParameter(d.desc.weights_desc(), 5e-4f, false);
    addParameter(biasDesc, 5e-4f, true);
    d.weights = m_parameters[d.parameter].value;
    program.add(dnnl::inner_product_forward(d.desc),
                {{DNNL_ARG_SRC, d.source},
                 {DNNL_ARG_WEIGHTS, d.weights},
                 {DNNL_ARG_BIAS, m_parameters[d.parameter + 1].value},
                 {DNNL_ARG_DST, d.output}});
    return d;
  }

  memory denseBackward(Program& program, const Dense& d, memory gradient) {
    memory::dims weightDims = d.sourceDims;
    weightDims[0] = d.outputs;
    const memory::desc bias({d.outputs}, memory::data_type::f32, Tag::x);
    const memory::desc dst = anyLayout({m_batch, d.outputs});
    dnnl::inner_product_backward_weights::primitive_desc weightsDesc(
        dnnl::inner_product_backward_weights::desc(anyLayout(d.sourceDims), anyLayout(weightDims),
                                                   bias, dst),
        cpu(), d.desc);
    Parameter& weights = m_parameters[d.parameter];
    const memory computed = weightsDesc.diff_weights_desc() == weights.value.get_desc()
                                ? weights.gradient
                                : zeros(weightsDesc.diff_weights_desc());
    program.add(dnnl::inner_product_backward_weights(weightsDesc),
                {{DNNL_ARG_SRC, program.in(d.source, weightsDesc.src_desc())},
                 {DNNL_ARG_DIFF_DST, program.in(gradient, weightsDesc.diff_dst_desc())},
                 {DNNL_ARG_DIFF_WEIGHTS, computed},
                 {DNNL_ARG_DIFF_BIAS, m_parameters[d.parameter + 1].gradient}});
    if (computed.get_data_handle() != weights.gradient.get_data_handle())
      program.add(dnnl::reorder(computed, weights.gradient),
                  {{DNNL_ARG_FROM, computed}, {DNNL_ARG_TO, weights.gradient}});
    dnnl::inner_product_backward_data::primitive_desc dataDesc(
        dnnl::inner_product_backward_data::desc(anyLayout(d.sourceDims), anyLayout(weightDims),
                                                dst),
        cpu(), d.desc);
    memory result = zeros(dataDesc.diff_src_desc());
    program.add(dnnl::inner_product_backward_data(dataDesc),
                {{DNNL_ARG_DIFF_DST, program.in(gradient, dataDesc.diff_dst_desc())},
                 {DNNL_ARG_WEIGHTS, program.in(d.weights, dataDesc.weights_desc())},
                 {DNNL_ARG_DIFF_SRC, result}});
    return result;
  }

  memory convolutionBackward(const Stage& s, memory dPooled, bool wantData) {
    Program& program = m_backward2;
    const memory::dims window{2, 2}, none{0, 0}, strides{1, 1}, pads{2, 2};
    memory masked = program.in(dPooled, s.pooled.get_desc());
    dnnl::eltwise_forward::primitive_desc hint(
        dnnl::eltwise_forward::desc(prop_kind::forward_training, dnnl::algorithm::eltwise_relu,
                                    s.pooled.get_desc(), 0.0f),
        cpu());
    dnnl::eltwise_backward::primitive_desc relu(
        dnnl::eltwise_backward::desc(dnnl::algorithm::eltwise_relu, masked.get_desc(),
                                     s.pooled.get_desc(), 0.0f),
        cpu(), hint);
    program.add(
        dnnl::eltwise_backward(relu),
        {{DNNL_ARG_SRC, s.pooled}, {DNNL_ARG_DIFF_DST, masked}, {DNNL_ARG_DIFF_SRC, masked}});
    dnnl::pooling_backward::primitive_desc pool(
        dnnl::pooling_backward::desc(dnnl::algorithm::pooling_max, s.conv.get_desc(),
                                     s.pooled.get_desc(), window, window, none, none),
        cpu(), s.poolDesc);
    memory dConv = zeros(pool.diff_src_desc());
    program.add(dnnl::pooling_backward(pool), {{DNNL_ARG_DIFF_DST, masked},
                                               {DNNL_ARG_WORKSPACE, s.workspace},
                                               {DNNL_ARG_DIFF_SRC, dConv}});
    const memory::desc src = anyLayout({m_batch, s.in, s.side, s.side});
    const memory::desc weights = anyLayout({s.out, s.in, 5, 5});
    const memory::desc dst = anyLayout({m_batch, s.out, s.side, s.side});
    dnnl::convolution_backward_weights::primitive_desc weightsDesc(
        dnnl::convolution_backward_weights::desc(
            dnnl::algorithm::convolution_direct, src, weights,
            memory::desc({s.out}, memory::data_type::f32, Tag::x), dst, strides, pads, pads),
        cpu(), s.convDesc);
    memory computed = zeros(weightsDesc.diff_weights_desc());
    program.add(dnnl::convolution_backward_weights(weightsDesc),
                {{DNNL_ARG_SRC, program.in(s.source, weightsDesc.src_desc())},
                 {DNNL_ARG_DIFF_DST, program.in(dConv, weightsDesc.diff_dst_desc())},
                 {DNNL_ARG_DIFF_WEIGHTS, computed},
                 {DNNL_ARG_DIFF_BIAS, m_parameters[s.parameter + 1].gradient}});
    m_parameters[s.parameter].gradient = program.in(computed, s.weights.get_desc());
    if (!wantData) return {};
    dnnl::convolution_backward_data::primitive_desc dataDesc(
        dnnl::convolution_backward_data::desc(dnnl::algorithm::convolution_direct, src, weights,
                                              dst, strides, pads, pads),
        cpu(), s.convDesc);
    memory result = zeros(dataDesc.diff_src_desc());
    program.add(dnnl::convolution_backward_data(dataDesc),
                {{DNNL_ARG_DIFF_DST, program.in(dConv, dataDesc.diff_dst_desc())},
                 {DNNL_ARG_WEIGHTS, program.in(s.weights, dataDesc.weights_desc())},
                 {DNNL_ARG_DIFF_SRC, result}});
    return result;
  }

  // Keeps half of the values, doubled. One random word serves 64 elements.
  void dropout(memory& m, bool draw) {
    const std::size_t words = count(m) / 64;
    m_mask.resize(words);
    float* values = floats(m);
    for (std::size_t w = 0; w < words; ++w) {
      if (draw) {
        m_random ^= m_random << 13, m_random ^= m_random >> 7, m_random ^= m_random << 17;
        m_mask[w] = m_random;
      }
      const std::uint64_t bits = m_mask[w];
#pragma omp simd
      for (int i = 0; i < 64; ++i) values[w * 64 + i] *= (bits >> i & 1) ? 2.0f : 0.0f;
    }
    if (draw) return;
    const float* hidden = floats(m_hidden);  // dropout and ReLU of the forward pass
#pragma omp simd
    for (std::size_t i = 0; i < words * 64; ++i) values[i] = hidden[i] > 0 ? values[i] : 0.0f;
  }

  double softmaxGradient(const std::uint8_t* labels) {
    double loss = 0;
    for (int image = 0; image < m_batch; ++image) {
      const float* logits = floats(m_logits) + image * 10;
      float* gradient = floats(m_logitsGradient) + image * 10;
      const float maximum = *std::max_element(logits, logits + 10);
      float sum = 0;
      for (int i = 0; i < 10; ++i) sum += gradient[i] = std::exp(logits[i] - maximum);
      for (int i = 0; i < 10; ++i) gradient[i] /= sum * static_cast<float>(m_batch);
      gradient[labels[image]] -= 1.0f / static_cast<float>(m_batch);
      loss += std::log(sum) - (logits[labels[image]] - maximum);
    }
    return loss / m_batch;
  }

  static void update(Parameter& p) {
    float *value = floats(p.value), *velocity = floats(p.velocity);
    const float* gradient = floats(p.gradient);
    const auto size = static_cast<std::ptrdiff_t>(count(p.value));
#pragma omp parallel for simd
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      velocity[i] = 0.9f * velocity[i] + (gradient[i] + p.decay * value[i]);
      value[i] -= 0.01f * velocity[i];
    }
  }

  int m_batch;
  bool m_training;
  dnnl::stream m_stream{cpu()};
  Program m_forward1, m_forward2, m_backward1, m_backward2;  // dropout stands between the pairs
  std::vector<Parameter> m_parameters;
  memory m_input, m_hidden, m_logits, m_logitsGradient, m_hiddenGradient;
  std::vector<std::uint64_t> m_mask;
  std::uint64_t m_random = 88172645463325252u;
};

}  // namespace

int main(int argc, char** argv) {
  const peer::Options options = peer::parse(argc, argv);
  omp_set_num_threads(options.threads);
  const engine::Dataset data = engine::loadDataset(options.data);
  const auto pixels = [](const engine::LabeledImages& images, std::size_t first, int n) {
    return std::span(images.pixels)
        .subspan(first * engine::kImagePixels, static_cast<std::size_t>(n) * engine::kImagePixels);
  };

  Lenet training(64, true), evaluation(64, false), single(1, false);
  std::size_t step = 0;
  double loss = 0;
  const auto train = [&] {
    const std::size_t first = 64 * step++ % (55000 - 64);
    engine::normalizePixels(pixels(data.train, first, 64), training.input());
    loss = training.step(data.train.labels.data() + first);
  };
  const double trainTime = peer::medianMilliseconds(options.seconds, train);
  while (step < 200) train();
  if (!(loss < 1.0)) {
    std::fprintf(stderr, "onednn_peer: does not learn, cross-entropy %.3f after %zu steps\n", loss,
                 step);
    return 1;
  }
  const auto predict = [&](Lenet& network, int n) {
    engine::normalizePixels(pixels(data.test, 0, n), network.input());
    network.forward();
  };
  const double evaluationTime =
      peer::medianMilliseconds(options.seconds / 3, [&] { predict(evaluation, 64); });
  const double digitTime =
      peer::medianMilliseconds(options.seconds / 3, [&] { predict(single, 1); });
  peer::print(trainTime, evaluationTime, digitTime);
}
