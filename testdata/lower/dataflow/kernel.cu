// Warps hand values on through shared memory and named barriers; where they go
// stands in a table that is read with inline PTX.
#ifndef STEPS
#define STEPS 4
#endif

__device__ const int route[64] = {1, 2, 3, 0, 5, 6, 7, 4};
__device__ const double weights[64] = {0.5, 1.25e-3, 2.0};
__constant__ double scales[2] = {1e3, 2e-3};

__global__ void __launch_bounds__(64, 2) k(const double *in, double *out, const int stride) {
  const int lane = threadIdx.x & 0x1f;
  const int warp = threadIdx.x >> 5;
  in += blockIdx.x * 32 + lane;
  out += blockIdx.x * 32 + lane;
  volatile __shared__ double cells[8][32];
  double weight, x;
  int to;
  asm volatile("ld.global.cg.f64 %0, [%1];" : "=d"(weight) : "l"(weights + (warp * 32 + lane)) : "memory");
  asm volatile("ld.global.cg.s32 %0, [%1];" : "=r"(to) : "l"(route + (warp * 32 + lane)) : "memory");
#pragma unroll 1
  for (int step = 0; step < STEPS; step++) {
    asm volatile("ld.global.nc.cg.f64 %0, [%1];" : "=d"(x) : "l"(in) : "memory");
    int lo = __shfl(__double2loint(weight), step, 32);
    int hi = __shfl(__double2hiint(weight), step, 32);
    double value = __fma_rn(x, __hiloint2double(hi, lo), log(x) * scales[warp]);
    int at = __shfl(to, step);
    if (warp == 0) {
      cells[at][lane] = value > 1e-20 ? value : 1e-20;
      asm volatile("bar.arrive 1, 64;" : : : "memory");
    } else {
      asm volatile("bar.sync 1, 64;" : : : "memory");
      value += cells[at & 3][lane];
      if (__any(value > 1e6))
        value = exp(-value);
      asm volatile("st.global.cs.f64 [%0], %1;" : : "l"(out), "d"(value) : "memory");
    }
    asm volatile("bar.sync 0;" : : : "memory");
    in += stride;
    out += stride;
  }
}
