//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// Two blocks work on each tensor, and each of them on all of it.
struct Tensors {
    float *to[40];
    int sizes[40];
};

__global__ void scale(const __grid_constant__ Tensors all, float by) {
    float *to = all.to[blockIdx.x / 2];
    int n = all.sizes[blockIdx.x / 2];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        to[i] = to[i] * by; // want "race on all.to"
}
