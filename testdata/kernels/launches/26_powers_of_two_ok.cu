//pass
// A bitonic merge, whose stride is a power of two in every launch: it is halved from one that doubles. Comparators of a stride that is
// none would meet.
__global__ void merge(int *d, int stride) {
    int t = threadIdx.x;
    int pos = 2 * t - (t & (stride - 1));
    int a = d[pos], b = d[pos + stride];
    d[pos] = a < b ? a : b;
    d[pos + stride] = a < b ? b : a;
}

void sort(int *d) {
    for (int size = 2; size <= 32; size <<= 1)
        for (int stride = size / 2; stride > 0; stride >>= 1)
            merge<<<1, 16>>>(d, stride);
}
