//pass
//--blockDim=64 --gridDim=1
// Each warp fills a tile, multiplies it and fills it again, n times.
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
__global__ void k(const half *in, float *out, int n) {
  __shared__ alignas(32) half tile[2][256];
  __shared__ alignas(32) float sums[2][256];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  for (int i = 0; i < n; ++i) {
    for (int e = lane; e < 256; e += 32) tile[warp][e] = in[(i * 2 + warp) * 256 + e];
    __syncthreads();
    wmma::load_matrix_sync(fa, tile[warp], 16);
    wmma::load_matrix_sync(fb, tile[warp], 16);
    wmma::mma_sync(fc, fa, fb, fc);
    __syncthreads();
  }
  wmma::store_matrix_sync(sums[warp], fc, 16, wmma::mem_row_major);
  __syncthreads();
  for (int e = lane; e < 256; e += 32) out[warp * 256 + e] = sums[warp][e];
}
