//pass
//--blockDim=64 --gridDim=1
// The object is not const, nor is the method: each thread has a place of its own.
struct Place {
  __device__ int at() { return threadIdx.x; }
  __device__ int at() const { return 0; }
  __device__ int use() { return at(); }
};
__global__ void k(int *out) {
  Place p;
  out[p.use()] = threadIdx.x;
}
