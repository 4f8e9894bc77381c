// Every compiled target's kernel set. Included once per target, without a guard.

#include "engine/kernels/kernels.h"
#include "hwy/highway.h"

namespace engine {
namespace HWY_NAMESPACE {

const Kernels& kernelTable(ConvMethod method);

}  // namespace HWY_NAMESPACE
}  // namespace engine
