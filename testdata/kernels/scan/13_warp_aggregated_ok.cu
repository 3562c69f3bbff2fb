//pass
//--blockDim=256 --gridDim=*
// One atomic for all lanes of a warp that keep their element: lane 0 reserves the places and passes the first one on.
__global__ void filter(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  int v = i < n ? in[i] : 0;
  bool keep = i < n && v > 0;
  unsigned m = __ballot_sync(0xffffffff, keep);
  int base;
  if (lane == 0) base = atomicAdd(count, __popc(m));
  base = __shfl_sync(0xffffffff, base, 0);
  if (keep) out[base + __popc(m & ((1u << lane) - 1))] = v;
}
