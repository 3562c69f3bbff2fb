namespace util { namespace math {
  const int offset = 9;
  __device__ int h(int x) { return x + offset; }
  enum class Mode { Off = 4, On };
} }
namespace um = util::math;
using namespace util;
__global__ void k(int *a, int n) {
  a[0] = um::h(n) + math::h(n) + util::math::h(1);
  a[1] = (int)um::Mode::On;
}
