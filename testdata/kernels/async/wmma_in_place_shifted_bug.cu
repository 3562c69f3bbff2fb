//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1
// The second result goes elsewhere into the matrix that is still read: nobody knows which lane reads or writes what.
#include <mma.h>
using namespace nvcuda;
__global__ void k(float *c, const half *a, int *other) {
  __shared__ float tile[2 * 256];
  for (int i = threadIdx.x; i < 512; i += 32) tile[i] = c[i];
  __syncwarp();
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, a + 256, 16);
  for (int i = 0; i < 2; ++i) {
    wmma::load_matrix_sync(acc, tile + i * 256, 16, wmma::mem_row_major);  // may "race on tile"
    wmma::mma_sync(acc, fa, fb, acc);
    wmma::store_matrix_sync(tile + i * 240, acc, 16, wmma::mem_row_major);  // want "race on tile"
  }
  __syncwarp();
  for (int i = threadIdx.x; i < 512; i += 32) c[i] = tile[i];
}
