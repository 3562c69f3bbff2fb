//pass
//--blockDim=64 --gridDim=1
// What an inline namespace declares belongs to the namespace around it: place(int) is chosen for an int.
namespace lib {
__device__ int place(float x) { return 0; }
inline namespace v2 {
__device__ int place(int x) { return x; }
struct Slot { int at; };
}
__device__ int first(int t) { return place(t); }
}
using namespace lib;

__global__ void k(int *out) {
  lib::v2::Slot s;
  s.at = first((int)threadIdx.x) + lib::v2::place(64) * 0;
  out[s.at] = 1;
}
