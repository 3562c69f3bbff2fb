//pass
// The types of its parameters tell what a specialisation of a kernel is for: of float this one is launched, and
// not the template, whose threads write one element.

template <typename T> __global__ void number(T *a, int n) {
    a[0] = (T)threadIdx.x;
}

template <> void __global__ number(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i;
}

void run(float *a, int n) { number<<<(n + 63) / 64, 64>>>(a, n); }
