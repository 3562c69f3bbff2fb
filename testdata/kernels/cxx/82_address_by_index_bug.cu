//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Four threads want one of two arrays each, and two of them the same element.
struct Pair {
    int *to[2];
    int n;
};

__global__ void split(Pair p) { p.to[threadIdx.x % 2][threadIdx.x / 4] = threadIdx.x + p.n; } // want "write-write race on p.to"
