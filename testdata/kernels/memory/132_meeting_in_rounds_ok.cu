//pass
//--blockDim=64 --gridDim=16

// All blocks meet at a counter in each time step; the goal grows by the number of blocks.
__device__ unsigned arrived;
__device__ float heat[2][1024];

__device__ void meet(unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (*(volatile unsigned *)&arrived < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void steps(int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned goal = 0;
  for (int s = 0; s < n; s++) {
    float left = heat[s & 1][i > 0 ? i - 1 : 1023];
    heat[(s + 1) & 1][i] = (heat[s & 1][i] + left) / 2;
    goal += gridDim.x;
    meet(goal);
  }
}
