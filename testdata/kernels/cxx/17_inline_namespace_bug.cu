//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// What an inline namespace declares belongs to the namespace around it: place(float) is chosen for a float.
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
  s.at = place((float)threadIdx.x) + lib::v2::place(64) * 0;
  out[s.at] = (int)threadIdx.x;  // want "race"
}
