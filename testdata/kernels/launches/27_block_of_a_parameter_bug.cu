//xfail:NOT_ALL_VERIFIED
// As 27_block_of_a_parameter_ok.cu, but the second half of a row begins one element too early, at the last one of the first half.
__global__ void rope(float *x, int D) {
    int i = threadIdx.x, row = blockIdx.x;
    float a = x[row * D + i], b = x[row * D + i + D / 2 - 1]; // want "race on x"
    x[row * D + i] = a - b; // want "race on x"
    x[row * D + i + D / 2 - 1] = a + b; // want "race on x"
}

void run(float *x, int rows, int D) { rope<<<rows, D / 2>>>(x, D); }
