//xfail:NOT_ALL_VERIFIED
//--blockDim=512 --gridDim=*
// Lane 0 need not be here: nobody reserves a place then, and what the others get is any number.
__device__ int next_place(int *count) {
  unsigned here = __activemask();
  int leader = 0, lane = threadIdx.x % 32, first;
  if (lane == leader) first = atomicAdd(count, __popc(here));
  first = __shfl_sync(here, first, leader);
  return first + __popc(here & ((1 << lane) - 1));
}

__global__ void filter(int *out, int *count, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  if (in[i] > 0) out[next_place(count)] = in[i]; // want "write-write race on out"
}
