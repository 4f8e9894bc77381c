#include "app/cli/kernel_options.h"

#include "app/cli/arguments.h"

namespace cli {

QList<QCommandLineOption> kernelOptions() {
  return {
      {"threads", "Threads (as many as the program may use).", "number"},
      {"kernels", "Kernel set: reference, sse4, avx2, ... (the fastest).", "name"},
      {"conv", "How to convolve: winograd or direct (winograd).", "method"},
  };
}

void readKernelOptions(const Arguments& arguments, int& threads, std::string& kernels,
                       engine::ConvMethod& convMethod) {
  arguments.readNumber("threads", 1, 256, threads);
  kernels = arguments.text("kernels");
  if (arguments.isSet("kernels") && kernels.empty()) throw UsageError("--kernels needs a name.");
  if (!arguments.isSet("conv")) return;
  const std::string method = arguments.text("conv");
  if (method != "winograd" && method != "direct")
    throw UsageError("--conv takes winograd or direct, not '" + method + "'.");
  convMethod = method == "direct" ? engine::ConvMethod::Direct : engine::ConvMethod::Winograd;
}

}  // namespace cli
