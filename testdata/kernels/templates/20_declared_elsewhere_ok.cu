//pass
// The instance for int is another file's, which the report says: what is proved here is the one for float.
template <class T> __global__ void k(T *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
template <> __global__ void k<int>(int *p);

void run(float *x, int *y) {
    k<<<4, 64>>>(x);
    k<<<4, 64>>>(y);
}
