//pass
//--blockDim=64 --gridDim=4
// A list of tensors as launches over many of them pass it: each block works on one.
struct Tensors {
    float *to[40];
    int sizes[40];
};

__global__ void scale(const __grid_constant__ Tensors all, float by) {
    float *to = all.to[blockIdx.x];
    int n = all.sizes[blockIdx.x];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        to[i] = to[i] * by;
}
