//xfail:NOT_ALL_VERIFIED
//--blockDim=16,16 --gridDim=1
// The tile is one flat array whose rows are PITCH apart.
#define DIM 16
#define PITCH (DIM - 1)
__global__ void transpose_flat(const int *in, int *out) {
  __shared__ int tile[DIM * (DIM + 1)];
  int tx = threadIdx.x, ty = threadIdx.y;
  tile[ty * PITCH + tx] = in[ty * DIM + tx];  // want "write-write race on tile"
  __syncthreads();
  out[ty * DIM + tx] = tile[tx * PITCH + ty];
}
