// Conversion functions, among them the template trick for dynamic shared memory.
template <class T> struct SharedMemory {
  __device__ inline operator T *() { extern __shared__ int __smem[]; return (T *)__smem; }
  __device__ inline operator const T *() const { extern __shared__ int __smem[]; return (T *)__smem; }
};
template <> struct SharedMemory<double> {
  __device__ inline operator double *() { extern __shared__ double __smem_d[]; return (double *)__smem_d; }
};
struct W { int v; __device__ operator int() const { return v * 2; } __device__ explicit operator bool() const { return v > 3; } };
template <class T> __global__ void k(T *a) { T *s = SharedMemory<T>(); s[threadIdx.x] = a[0]; W w = {3}; a[1] = 1 ? int(w) : 0; if (w) a[2] = 0; }
template __global__ void k<int>(int *);
template __global__ void k<double>(double *);
