//pass
//--blockDim=64 --gridDim=4
// The halves of a warp find the least number among theirs, and write what lies behind it.
__global__ void spread(int *out, int n) {
    int half = threadIdx.x / 16;
    unsigned lanes = half % 2 == 0 ? 0xffff : 0xffff0000;
    int first = __reduce_min_sync(lanes, (int)threadIdx.x);
    out[blockIdx.x * blockDim.x + first + threadIdx.x % 16] = n + half;
}
