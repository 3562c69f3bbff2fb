//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// Barrier 1 is used up by two arrives and used again, by a sync of all, behind barrier 2.
// Refuted: all warps come to barrier 1 again while its first generation may lack an arrive.
__device__ void arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__device__ void sync(int id, int n) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory"); }

__global__ void spend(const int *in, int *out) {
  __shared__ int s[96];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 64) arrive(1, 64);  // want "barrier 1"
  int v = s[t];
  sync(1, 96);  // want "barrier 1"
  s[t] = v;
  out[t] = s[t];
}
