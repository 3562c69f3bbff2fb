#include <cuda_fp16.h>
#include <stdint.h>
struct Tile { float v[8][8]; int cnt; };
struct Pt { double x; int i; char c; };
__device__ double atomicAdd_d(double *address, double val) {
  unsigned long long int *p = (unsigned long long int *)address;
  unsigned long long int old = *p, assumed;
  do { assumed = old; old = atomicCAS(p, assumed, __double_as_longlong(val + __longlong_as_double(assumed))); } while (assumed != old);
  return __longlong_as_double(old);
}
__device__ __forceinline__ float warpSum(float v) {
  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o);
  return v;
}
template <typename T> __device__ void reduce(T *s, int tid) { for (int k = blockDim.x / 2; k > 0; k >>= 1) { if (tid < k) s[tid] += s[tid + k]; __syncthreads(); } }
extern "C" __global__ void __launch_bounds__(256, 2) k(const float * __restrict__ a, float * __restrict__ b, double *d, int w, int h, __half *hf, Pt *pts, uint8_t *img, size_t pitch) {
  __shared__ Tile tile;
  __shared__ Tile tiles[2];
  __shared__ volatile int flag;
  extern __shared__ float dyn[];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const unsigned int idx = blockIdx.x * blockDim.x + tx;
  tile.v[ty % 8][tx % 8] = __ldg(&a[idx]);
  tiles[tx & 1].v[ty][0] = tile.v[0][1];
  tiles[0].cnt++;
  atomicAdd(&tile.cnt, 1);
  flag = 1;
  while (flag == 0) ;
  dyn[tx] = a[min(idx, (unsigned)w - 1)];
  reduce(dyn, tx);
  float v = warpSum(dyn[tx]);
  if (tx == 0) atomicAdd_d(d, v);
  hf[tx] = __float2half(v) ;
  __half hh = hf[tx + 1];
  b[idx] = __half2float(hh) + sqrtf(v) * powf(v, 2.f);
  pts[tx].x = pts[tx].i; pts[tx].c = 3;
  uint8_t *row = img + ty * pitch;
  row[tx] = 255;
  float *frow = (float *)((char *)b + ty * pitch);
  frow[tx] = 1;
  float reg[4]; 
  #pragma unroll
  for (int i = 0; i < 4; i++) reg[i] = a[i * blockDim.x + tx];
  float4 t4 = reinterpret_cast<const float4*>(a)[tx];
  float4 *sh4 = reinterpret_cast<float4*>(dyn);
  sh4[tx] = t4;
  float *arr = reinterpret_cast<float*>(&t4);
  b[0] = arr[1] + reg[2];
  int x = (tx == 0) ? 1 : (ty == 0 ? 2 : 3);
  b[x] = (x & 1) ? fmaxf(v, 0.f) : -v;
  uint64_t big = 1ull << x; b[big & 3] = 0;
  char buf[16]; buf[x] = 'a';
  int2 *pr = (int2*)buf; pr[0].x = 1;
  float (*t2)[8] = tile.v; t2[1][2] = 4;
}
__global__ void k3(float *A, int lda, bool flip) {
  float *p = flip ? A + lda : A;
  float *q = p;
  q[threadIdx.x] = *(p + 1);
  int s = 0;
  for (int i = 0, j = 10; i < j; ++i, --j) s += i;
  int r = s++ + ++s;
  A[r] = s;
  unsigned short us = 65535; us++;
  A[us] = 1;
  bool b = s; b |= 1; b &= flip;
  A[b] = !b;
  int arr[3][2] = {{1,2},{3,4},{5,6}};
  A[arr[s%3][1]] = sizeof arr / sizeof arr[0];
  struct L { int a, b; } l = {1, 2}, *lp = &l;
  lp->a += l.b;
  A[lp->a] = (&l)->b;
  A[0] = 1e-3, A[1] = .5f;
  if (int z = s & 3) A[z] = 0;
  switch (int k = s) { default: A[k] = 1; }
  const char *msg = "x"; 
  printf("%s", msg);
  static const int lut[3] = {1,2,3};
  A[lut[s]] = 3;
}
