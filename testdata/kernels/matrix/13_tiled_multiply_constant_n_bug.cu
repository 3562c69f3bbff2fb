//xfail:NOT_ALL_VERIFIED
//--blockDim=16,16 --gridDim=4,4
// C = A * B for 64 x 64 matrices in 16 x 16 tiles.
#include <cuda_runtime.h>
#include <vector>

#define TILE 16
#define N 64

__global__ void matmul(const float *A, const float *B, float *C) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float acc = 0.0f;
  for (int m = 0; m < N / TILE; ++m) {
    As[ty][tx] = A[row * N + m * TILE + tx];  // want "read-write race on As"
    Bs[ty][tx] = B[(m * TILE + ty) * N + col];  // want "read-write race on Bs"
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      acc +=
          As[ty][k] *  // want "read-write race on As"
          Bs[k][tx];  // want "read-write race on Bs"
  }
  C[row * N + col] = acc;
}

int main() {
  std::vector<float> h(N * N, 1.0f);
  float *a, *b, *c;
  cudaMalloc(&a, N * N * sizeof(float));
  cudaMalloc(&b, N * N * sizeof(float));
  cudaMalloc(&c, N * N * sizeof(float));
  cudaMemcpy(a, h.data(), N * N * sizeof(float), cudaMemcpyHostToDevice);
  dim3 threads(TILE, TILE), blocks(N / TILE, N / TILE);
  matmul<<<blocks, threads>>>(a, b, c);
  cudaDeviceSynchronize();
  cudaFree(a); cudaFree(b); cudaFree(c);
}
