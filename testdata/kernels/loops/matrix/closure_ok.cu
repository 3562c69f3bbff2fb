//pass
//--blockDim=16,16 --gridDim=*
// Transitive closure of a block (Warshall): what a step reads is read before the
// barrier, what it finds is written after it.
#define B 16

__global__ void closure(unsigned char *reach, int pitch) {
  __requires(pitch >= (int)(B * gridDim.x));
  __shared__ unsigned char r[B][B];
  int tx = threadIdx.x, ty = threadIdx.y;
  int at = ty * pitch + blockIdx.x * B + tx;
  r[ty][tx] = reach[at];
  __syncthreads();
  for (int k = 0; k < B; k++) {
    bool via = r[ty][k] && r[k][tx];
    __syncthreads();
    if (via) r[ty][tx] = 1;
    __syncthreads();
  }
  reach[at] = r[ty][tx];
}
