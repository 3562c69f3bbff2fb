//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// Tiles of neighbouring warps overlap by half: they are 16 wide and 8 apart.
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
__global__ void k(const half *a, const half *b, float *c) {
  const int n = 2;
  int warp = threadIdx.x / 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  for (int i = 0; i < n; ++i) {
    wmma::load_matrix_sync(fa, a + (blockIdx.y * n + i) * 256, 16);
    wmma::load_matrix_sync(fb, b + ((blockIdx.x * 4 + warp) * n + i) * 256, 16);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  for (int i = 0; i < fc.num_elements; ++i) fc.x[i] *= 2.0f;
  wmma::store_matrix_sync(c + blockIdx.y * 4096 + blockIdx.x * 64 + warp * 8, fc, 256, wmma::mem_row_major);  // want "race on c"
}
