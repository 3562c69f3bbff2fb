//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// A const method calls the const overload, which is the same place for all threads.
struct Place {
  __device__ int at() { return threadIdx.x; }
  __device__ int at() const { return 0; }
  __device__ int use() const { return at(); }
};
__global__ void k(int *out) {
  Place p;
  out[p.use()] = threadIdx.x;  // want "write-write race on out"
}
