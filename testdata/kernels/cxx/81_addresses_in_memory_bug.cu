//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// The result of two blocks goes to one matrix.
__global__ void add(float *const *a, float *const *b, int n) {
    const float *from = a[blockIdx.x];
    float *to = b[blockIdx.x / 2];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        to[i] = to[i] + from[i]; // want "race on b"
}
