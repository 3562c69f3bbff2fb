//pass
// The length of a vector tells the grid, the parameter, and how much memory the kernel has.
#include <vector>

__global__ void scale(float *x, int n) {
    int i = blockIdx.x * 64 + threadIdx.x;
    for (int k = 0; k < n; k += 1024)
        x[k + i] *= 2;
}

void run() {
    std::vector<float> h(4096, 1.0f);
    float *d;
    cudaMalloc(&d, h.size() * sizeof(float));
    cudaMemcpy(d, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<16, 64>>>(d, h.size());
}
