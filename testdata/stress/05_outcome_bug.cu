//--blockDim=1 --gridDim=2
// flags: --elements r=1
// rejected: observed: r[0]==2
// exists: r[0]==2
__global__ void two(int *r) { atomicAdd(r, 1); }
