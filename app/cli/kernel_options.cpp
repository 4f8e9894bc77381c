#include "app/cli/kernel_options.h"

#include "app/cli/arguments.h"
#include "engine/kernels/thread_pool.h"

namespace cli {

QList<QCommandLineOption> kernelOptions() {
  return {
      {"threads", "Threads (one per CPU that the program may use, 8 at most).", "number"},
      {"kernels", "Kernel set: reference, sse4, avx2, ... (the fastest).", "name"},
      {"conv", "How to convolve: winograd or direct (winograd).", "method"},
  };
}

namespace {

std::string knownKernels(const std::string& name, engine::ConvMethod convMethod) {
  std::string names;
  for (const engine::Kernels* kernels : engine::availableKernels(convMethod)) {
    if (kernels->name == name) return name;
    names += (names.empty() ? "" : ", ") + std::string(kernels->name);
  }
  throw UsageError("There is no kernel set '" + name +
                   "' for this computer. --kernels takes one of " + names + ".");
}

}  // namespace

void readKernelOptions(const Arguments& arguments, int& threads, std::string& kernels,
                       engine::ConvMethod& convMethod) {
  arguments.readNumber("threads", 1, engine::kMaxThreads, threads);
  if (arguments.isSet("conv")) {
    const std::string method = arguments.text("conv");
    if (method != "winograd" && method != "direct")
      throw UsageError("--conv takes winograd or direct, not '" + method + "'.");
    convMethod = method == "direct" ? engine::ConvMethod::Direct : engine::ConvMethod::Winograd;
  }
  if (arguments.isSet("kernels")) kernels = knownKernels(arguments.text("kernels"), convMethod);
}

}  // namespace cli
