//xfail:NOT_ALL_VERIFIED
// As 28_length_of_a_vector_ok.cu, but the vector has 4000 elements, so that the last round goes beyond the end.
#include <vector>

__global__ void scale(float *x, int n) {
    int i = blockIdx.x * 64 + threadIdx.x;
    for (int k = 0; k < n; k += 1024)
        x[k + i] *= 2; // want "access out of bounds"
}

void run() {
    std::vector<float> h(4000, 1.0f);
    float *d;
    cudaMalloc(&d, h.size() * sizeof(float));
    cudaMemcpy(d, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<16, 64>>>(d, h.size());
}
