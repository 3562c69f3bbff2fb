//pass
//--blockDim=128 --gridDim=1
// barrier.sync without .aligned: the lower halves of four warps meet, and so do the upper halves.
// Proved: threads count one by one, 4 x 16 for each id; the halves share no cells.
__device__ void meet(int id) { asm volatile("barrier.sync %0, 64;" ::"r"(id) : "memory"); }

__global__ void half_teams(const int *in, int *out) {
  __shared__ int s[2][64];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  int half = lane / 16, i = w * 16 + lane % 16;
  s[half][i] = in[threadIdx.x];
  if (half == 0)
    meet(1);
  else
    meet(2);
  out[threadIdx.x] = s[half][63 - i];
}
