#include <cstdlib>

#include "engine/error.h"
#include "engine/kernels/kernels.h"

namespace engine {

const Kernels& selectKernels(const std::string& name, ConvMethod method) {
  const char* environment = std::getenv("BURSTLAB_KERNELS");
  const std::string wanted = !name.empty() ? name : environment ? environment : "";
  const std::vector<const Kernels*> available = availableKernels(method);
  if (wanted.empty()) return *available.front();
  std::string names;
  for (const Kernels* kernels : available) {
    if (kernels->name == wanted) return *kernels;
    names += (names.empty() ? "" : ", ") + std::string(kernels->name);
  }
  throw Error("The kernel set \"" + wanted +
              "\" cannot run on this computer. Choose one of: " + names + ".");
}

}  // namespace engine
