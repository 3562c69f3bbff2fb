//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// A conversion function for objects that are not const goes before a better fitting one
// for const objects; explicit constructors convert only where a cast is written.
struct V {
  int v;
  __device__ operator int() const { return v / 2; }
  __device__ operator long() { return v; }
};
struct S {
  int v;
  __device__ S(long x) : v(x) {}
  __device__ explicit S(int x) : v(x / 2) {}
};

__global__ void k(int *o) {
  const V a{(int)threadIdx.x};
  int i = a;
  o[i] = threadIdx.x; // want "race on o"
}
