//pass
//--blockDim=512 --gridDim=*
// As 14, with the mask of the lanes that are here.
__device__ int next_place(int *count) {
  unsigned here = __activemask();
  int leader = __ffs(here) - 1, lane = threadIdx.x % 32, first;
  if (lane == leader) first = atomicAdd(count, __popc(here));
  first = __shfl_sync(here, first, leader);
  return first + __popc(here & ((1 << lane) - 1));
}

__global__ void filter(int *out, int *count, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  if (in[i] > 0) out[next_place(count)] = in[i];
}
