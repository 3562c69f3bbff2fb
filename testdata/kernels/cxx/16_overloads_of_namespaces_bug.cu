//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// What using brings into a scope is looked at together: the functions for int are chosen.
namespace left {
__device__ int first(double x) { return x; }
__device__ int second(int x) { return x + 1; }
__device__ int third(int x) { return x + 1; }
}
namespace right {
__device__ int first(int x) { return x + 1; }
__device__ int second(double x) { return x; }
__device__ int fourth(int x) { return x + 1; }
}
__device__ int fourth(long x) { return x; }
__device__ int third(long x) { return x; }
using left::second;
using left::third;
using right::second;
using namespace left;
using namespace right;

namespace inner {
using namespace right;
__device__ int fourth(long x) { return x; } // hides the one for int
__device__ int fifth(int x) { return fourth(x); }
}

struct Slot { // assigns through what it refers to
  int *p;
  __device__ operator int() const { return *p; } // want "race on p"
  __device__ Slot &operator=(int x) { *p = x; return *this; } // want "race on p"
};

__global__ void moved(int *p) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  Slot own = {p + t}, next = {p + fourth(third(second(first(inner::fifth(t))))) - 3};
  own = -own;
  next = t;
}
