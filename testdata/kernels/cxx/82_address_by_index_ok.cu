//pass
//--blockDim=64 --gridDim=1
// Even threads write to one array, odd ones to another; compilers keep the addresses in local memory.
struct Pair {
    int *to[2];
    int n;
};

__global__ void split(Pair p) { p.to[threadIdx.x % 2][threadIdx.x / 2] = threadIdx.x + p.n; }
