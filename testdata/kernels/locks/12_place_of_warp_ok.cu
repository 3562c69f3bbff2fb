//pass
//--blockDim=64 --gridDim=2
// The first lane reserves places for all of its warp.
__global__ void compact(const int *in, int *out, int *count) {
  int i = blockIdx.x * 64 + threadIdx.x, lane = threadIdx.x % 32;
  bool keep = in[i] > 0;
  unsigned kept = __ballot_sync(0xffffffff, keep);
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(kept));
  base = __shfl_sync(0xffffffff, base, 0);
  if (keep) out[base + __popc(kept & ((1u << lane) - 1))] = i;
}
