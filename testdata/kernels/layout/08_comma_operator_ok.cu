//pass
//--blockDim=64 --gridDim=1

// The comma is a function of the user's here, which halves what comes second.
struct V {
  int v;
  __device__ V operator,(V o) { return V{o.v / 2}; }
};

__global__ void k(int *o) {
  V a{(int)threadIdx.x}, b{2 * (int)threadIdx.x};
  o[(a, b).v] = threadIdx.x;
}
