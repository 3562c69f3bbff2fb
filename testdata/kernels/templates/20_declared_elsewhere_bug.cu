//xfail:NOT_ALL_VERIFIED
// As 20_declared_elsewhere_ok.cu, but the instance for float writes the same elements in each block.
template <class T> __global__ void k(T *p) { p[threadIdx.x] = blockIdx.x; } // want "write-write race on p"
template <> __global__ void k<int>(int *p);

void run(float *x, int *y) {
    k<<<4, 64>>>(x);
    k<<<4, 64>>>(y);
}
