//pass
// A kernel that a host function gets as a template argument: how that function launches it, and with which pointers, counts.
__global__ void shift(float *to, const float *from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

template <auto Kernel> void run(float *to, const float *from, int n) {
    Kernel<<<(n + 255) / 256, 256>>>(to, from, n);
}

int main() {
    float *x, *y;
    cudaMalloc(&x, 1001 * sizeof(float));
    cudaMalloc(&y, 1001 * sizeof(float));
    run<shift>(x, y, 1000);
}
