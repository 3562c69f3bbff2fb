//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The number of helpers is computed, and for one of the two teams it is zero.
// Refuted: a barrier for no threads at all.
__device__ int helpers(int team) { return team * 32; }

__global__ void teams(int *out) {
  int team = threadIdx.x / 32;
  asm volatile("bar.arrive %0, %1;" ::"r"(1 + team), "r"(helpers(team)) : "memory");  // want "0|zero"
  out[threadIdx.x] = team;
}
