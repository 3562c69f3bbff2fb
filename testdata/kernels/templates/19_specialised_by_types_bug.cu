//xfail:NOT_ALL_VERIFIED
// The template is right, and what is launched is the specialisation, whose threads write one element.

template <typename T> __global__ void number(T *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i;
}

template <> void __global__ number(float *a, int n) {
    if (threadIdx.x < n)
        a[0] = threadIdx.x; // want "write-write race on a"
}

void run(float *a, int n) { number<<<(n + 63) / 64, 64>>>(a, n); }
