//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// The second half of each warp names the first one's lanes as well: all find the least number of the warp.
__global__ void spread(int *out, int n) {
    int half = threadIdx.x / 16;
    int first = __reduce_min_sync(0xffffffff, (int)threadIdx.x);
    out[blockIdx.x * blockDim.x + first + threadIdx.x % 16] = n + half; // want "write-write race on out"
}
