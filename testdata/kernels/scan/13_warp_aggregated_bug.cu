//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// Lanes that keep nothing write as well, to the place of the next one.
__global__ void filter(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  int v = i < n ? in[i] : 0;
  bool keep = i < n && v > 0;
  unsigned m = __ballot_sync(0xffffffff, keep);
  int base;
  if (lane == 0) base = atomicAdd(count, __popc(m));
  base = __shfl_sync(0xffffffff, base, 0);
  if (i < n) out[base + __popc(m & ((1u << lane) - 1))] = v; // want "write-write race on out"
}
