//pass
//--blockDim=64 --gridDim=1
// shfl.sync in inline PTX waits for the lanes of its mask, as __shfl_sync() does.
__global__ void first(const int *in, int *out, int n) {
  int t = threadIdx.x, v = in[t], r = 0;
  if (t / 32 < n)
    asm volatile("shfl.sync.idx.b32 %0, %1, 0, 31, 0xffffffff;" : "=r"(r) : "r"(v));
  out[t] = r;
}
