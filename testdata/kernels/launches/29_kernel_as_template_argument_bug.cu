//xfail:NOT_ALL_VERIFIED
// As 29_kernel_as_template_argument_ok.cu, but both pointers lead into one array.
__global__ void shift(float *to, const float *from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1]; // want "read-write race on to"
}

template <auto Kernel> void run(float *to, const float *from, int n) {
    Kernel<<<(n + 255) / 256, 256>>>(to, from, n);
}

int main() {
    float *x, *y;
    cudaMalloc(&x, 1001 * sizeof(float));
    cudaMalloc(&y, 1001 * sizeof(float));
    run<shift>(x, x, 1000);
}
