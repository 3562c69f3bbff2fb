//xfail:NOT_ALL_VERIFIED
// As 26_powers_of_two_ok.cu, but the second element of a comparator is one too near, where the next thread has its first if the
// stride is 2. With a stride of 1 it is the first one of the thread itself.
__global__ void merge(int *d, int stride) {
    int t = threadIdx.x;
    int pos = 2 * t - (t & (stride - 1));
    int a = d[pos], b = d[pos + stride - 1]; // want "race on d"
    d[pos] = a < b ? a : b; // want "race on d"
    d[pos + stride - 1] = a < b ? b : a; // want "race on d"
}

void sort(int *d) {
    for (int size = 2; size <= 32; size <<= 1)
        for (int stride = size / 2; stride > 0; stride >>= 1)
            merge<<<1, 16>>>(d, stride);
}
