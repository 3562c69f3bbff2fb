// What GPUVerify's files say of all threads.
__axiom(blockIdx.x == 3);
__axiom(gridDim.x > 1 && blockDim.y == 1);

__global__ void k(int *p) { p[0] = 1; }
