// AlexNet's convolution stages on oneDNN, wired as well as we know how: layouts chosen by the
// primitives, ReLU fused into the convolutions, Winograd asked for by name for the 3x3 layers
// (convolution_auto takes the direct one, which is slower), the ReLU's mask applied to the pooled
// gradient where there is a pool. Weights keep the layout of the forward pass.

#include <omp.h>

#include "engine/bench/alexnet.h"
#include "tests/peers/onednn_program.h"
#include "tests/peers/peer.h"

using namespace peer;

namespace {

using engine::ConvStageShape;

memory::dims square(int side) {
  return {side, side};
}

class Alexnet {
 public:
  Alexnet(int batch, bool training) : m_batch(batch), m_training(training) {
    memory source;  // none yet: the images lie as the first convolution wants them
    std::vector<Stage> stages;
    for (const engine::ConvSpec& spec : engine::alexnetStages())
      source = stages.emplace_back(convolution(spec.shape, source)).output;
    if (!training) return;
    memory gradient = source;  // of half the squared sum
    for (std::size_t i = stages.size(); i-- > 0;) gradient = backward(stages[i], gradient, i > 0);
  }

  void run() {
    m_program.run(m_stream);
    m_stream.wait();
  }

 private:
  struct Stage {
    ConvStageShape shape;
    dnnl::algorithm algorithm;
    memory source, weights, conv, output, workspace;
    dnnl::convolution_forward::primitive_desc convDesc;
    dnnl::pooling_forward::primitive_desc poolDesc;
    memory::dims strides, padsBefore, padsAfter;
    memory::desc sourceDesc, weightsDesc, biasDesc, convOut;
  };

  prop_kind kind() const {
    return m_training ? prop_kind::forward_training : prop_kind::forward_inference;
  }

  Stage convolution(const ConvStageShape& shape, const memory& source) {
    Stage s;
    s.shape = shape;
    const int side = shape.height, mapSide = shape.convHeight();
    s.algorithm = shape.kernel == 3 ? dnnl::algorithm::convolution_winograd
                                    : dnnl::algorithm::convolution_direct;
    s.strides = square(shape.stride);
    s.padsBefore = square(shape.padTop());
    s.padsAfter = square((mapSide - 1) * shape.stride + shape.kernel - side - shape.padTop());
    s.sourceDesc = anyLayout({m_batch, shape.inChannels, side, side});
    s.weightsDesc = anyLayout({shape.outChannels, shape.inChannels, shape.kernel, shape.kernel});
    s.biasDesc = {{shape.outChannels}, memory::data_type::f32, Tag::x};
    s.convOut = anyLayout({m_batch, shape.outChannels, mapSide, mapSide});
    s.convDesc = {dnnl::convolution_forward::desc(kind(), s.algorithm, s.sourceDesc, s.weightsDesc,
                                                  s.biasDesc, s.convOut, s.strides, s.padsBefore,
                                                  s.padsAfter),
                  withRelu(), cpu()};
    if (source) {
      s.source = m_program.in(source, s.convDesc.src_desc());
    } else {
      s.source = zeros(s.convDesc.src_desc());
      fillNormal(s.source, 0.1f);
    }
    memory plain = zeros({{shape.outChannels, shape.inChannels, shape.kernel, shape.kernel},
                          memory::data_type::f32,
                          Tag::oihw});
    fillNormal(plain, 0.088f);
    s.weights = zeros(s.convDesc.weights_desc());
    dnnl::reorder(plain, s.weights).execute(m_stream, plain, s.weights);
    m_stream.wait();
    s.conv = zeros(s.convDesc.dst_desc());
    m_program.add(dnnl::convolution_forward(s.convDesc), {{DNNL_ARG_SRC, s.source},
                                                          {DNNL_ARG_WEIGHTS, s.weights},
                                                          {DNNL_ARG_BIAS, zeros(s.biasDesc)},
                                                          {DNNL_ARG_DST, s.conv}});
    s.output = s.conv;
    if (shape.pool.window > 1) pool(s);
    return s;
  }

  void pool(Stage& s) {
    const memory::dims out{m_batch, s.shape.outChannels, s.shape.outHeight(), s.shape.outWidth()};
    s.poolDesc = {
        dnnl::pooling_forward::desc(kind(), dnnl::algorithm::pooling_max, s.conv.get_desc(),
                                    anyLayout(out), square(s.shape.pool.stride),
                                    square(s.shape.pool.window), square(0), square(0)),
        cpu()};
    s.output = zeros(s.poolDesc.dst_desc());
    Args args{{DNNL_ARG_SRC, s.conv}, {DNNL_ARG_DST, s.output}};
    if (m_training) {
      s.workspace = zeros(s.poolDesc.workspace_desc());
      args.emplace(DNNL_ARG_WORKSPACE, s.workspace);
    }
    m_program.add(dnnl::pooling_forward(s.poolDesc), args);
  }

  // The gradient of the stage's input from that of its output.
  memory backward(const Stage& s, const memory& gradient, bool wantData) {
    const memory::desc output = s.output.get_desc();
    const memory given = m_program.in(gradient, output);
    const memory masked = zeros(output);
    const dnnl::eltwise_forward::primitive_desc hint(
        dnnl::eltwise_forward::desc(prop_kind::forward_training, dnnl::algorithm::eltwise_relu,
                                    output, 0.0f),
        cpu());
    m_program.add(
        dnnl::eltwise_backward(
            {dnnl::eltwise_backward::desc(dnnl::algorithm::eltwise_relu, output, output, 0.0f),
             cpu(), hint}),
        {{DNNL_ARG_SRC, s.output}, {DNNL_ARG_DIFF_DST, given}, {DNNL_ARG_DIFF_SRC, masked}});
    memory dConv = masked;
    if (s.shape.pool.window > 1) {
      const dnnl::pooling_backward::primitive_desc pool(
          dnnl::pooling_backward::desc(dnnl::algorithm::pooling_max, s.conv.get_desc(), output,
                                       square(s.shape.pool.stride), square(s.shape.pool.window),
                                       square(0), square(0)),
          cpu(), s.poolDesc);
      dConv = zeros(pool.diff_src_desc());
      m_program.add(dnnl::pooling_backward(pool), {{DNNL_ARG_DIFF_DST, masked},
                                                   {DNNL_ARG_WORKSPACE, s.workspace},
                                                   {DNNL_ARG_DIFF_SRC, dConv}});
    }
    const dnnl::convolution_backward_weights::primitive_desc weights(
        dnnl::convolution_backward_weights::desc(s.algorithm, s.sourceDesc, s.weightsDesc,
                                                 s.biasDesc, s.convOut, s.strides, s.padsBefore,
                                                 s.padsAfter),
        cpu(), s.convDesc);
    m_program.add(dnnl::convolution_backward_weights(weights),
                  {{DNNL_ARG_SRC, m_program.in(s.source, weights.src_desc())},
                   {DNNL_ARG_DIFF_DST, m_program.in(dConv, weights.diff_dst_desc())},
                   {DNNL_ARG_DIFF_WEIGHTS, zeros(weights.diff_weights_desc())},
                   {DNNL_ARG_DIFF_BIAS, zeros(s.biasDesc)}});
    if (!wantData) return {};
    const dnnl::convolution_backward_data::primitive_desc data(
        dnnl::convolution_backward_data::desc(s.algorithm, s.sourceDesc, s.weightsDesc, s.convOut,
                                              s.strides, s.padsBefore, s.padsAfter),
        cpu(), s.convDesc);
    memory result = zeros(data.diff_src_desc());
    m_program.add(dnnl::convolution_backward_data(data),
                  {{DNNL_ARG_DIFF_DST, m_program.in(dConv, data.diff_dst_desc())},
                   {DNNL_ARG_WEIGHTS, m_program.in(s.weights, data.weights_desc())},
                   {DNNL_ARG_DIFF_SRC, result}});
    return result;
  }

  int m_batch;
  bool m_training;
  dnnl::stream m_stream{cpu()};
  Program m_program;
};

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  omp_set_num_threads(options.threads);
  double forwardTime = 0;
  {
    Alexnet forward(options.batch, false);
    forwardTime = medianMilliseconds(options.seconds, [&] { forward.run(); });
  }
  Alexnet both(options.batch, true);
  printAlexnet(forwardTime, medianMilliseconds(options.seconds, [&] { both.run(); }));
}
