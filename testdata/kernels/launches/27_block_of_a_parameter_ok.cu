//pass
// A row of D elements is turned by half as many threads, so that the launch does not tell how many threads a block has, but that it is half of D.
__global__ void rope(float *x, int D) {
    int i = threadIdx.x, row = blockIdx.x;
    float a = x[row * D + i], b = x[row * D + i + D / 2];
    x[row * D + i] = a - b;
    x[row * D + i + D / 2] = a + b;
}

void run(float *x, int rows, int D) { rope<<<rows, D / 2>>>(x, D); }
