//xfail:NOT_ALL_VERIFIED
//--blockDim=512 --gridDim=36
// All blocks tell the other ranks at one place, by a plain store.
struct Signal {
  unsigned start[64][8];
};
struct Ranks {
  Signal *of[8];
};
struct Inputs {
  const float *of[8];
};

__device__ unsigned ask(unsigned *a) {
  unsigned v;
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(v) : "l"(a));
  return v;
}

__global__ void all_reduce(Inputs in, Ranks ranks, Signal *self, float *out, int rank, int size, unsigned flag) {
  if (threadIdx.x < 4) {
    ranks.of[threadIdx.x]->start[0][rank] = flag + blockIdx.x;  // want "race on ranks.of"
    while (ask(&self->start[blockIdx.x][threadIdx.x]) != flag)
      ;
  }
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
    float sum = 0;
    for (int r = 0; r < 4; r++) sum += in.of[r][i];
    out[i] = sum;
  }
}
