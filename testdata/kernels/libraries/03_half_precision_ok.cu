//pass
//--blockDim=64 --gridDim=1

// The two formats of 16 bits and pairs of them: overloads tell them apart, an atomic
// addition on a pair is one on each half.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T> struct format { static constexpr int number = 0; };
template <> struct format<__half> { static constexpr int number = 1; };
template <> struct format<__nv_bfloat16> { static constexpr int number = 2; };
template <class T> __device__ int of(T) { return format<T>::number; }

__device__ int lanes(__half2) { return 0; }
__device__ int lanes(__nv_bfloat162) { return 64; }

__global__ void k(__nv_bfloat162 *b, __half2 *h, float *sum, int *a) {
  __half2 x = __hfma2(h[threadIdx.x], __float2half2_rn(2.f), -h[threadIdx.x]);
  __nv_bfloat162 y = __floats2bfloat162_rn(__low2float(x), __high2float(x));
  __half2 z = __shfl_xor_sync(0xffffffff, x, 1);
  if (__hbgt2(x, h2exp(x)) || x == __habs2(x)) x = z;
  h[threadIdx.x] = x * x + x;
  atomicAdd(&b[threadIdx.x / 2], y);
  atomicAdd(&sum[threadIdx.x % 2], __bfloat1622float2(y).x);
  int format = of(y.x + y.x) + of(__low2bfloat16(y)) + of(-y.y) - 3 * of(x.x);
  a[threadIdx.x + lanes(y) + 64 * format] = threadIdx.x;
  a[threadIdx.x + lanes(x)] = threadIdx.x;
}
