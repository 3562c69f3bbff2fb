//pass
//--blockDim=64 --gridDim=1
// The first 16 lanes pass the addresses of rows that the warp writes.
__global__ void k(const unsigned *in, unsigned *out) {
  __shared__ alignas(16) unsigned tile[2][64];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  unsigned a = in[threadIdx.x], b = in[64 + threadIdx.x];
  unsigned row = (unsigned)__cvta_generic_to_shared(&tile[warp][lane % 16 * 4]);
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" :: "r"(row), "r"(a), "r"(b) : "memory");
  __syncwarp();
  for (int i = lane; i < 64; i += 32) out[warp * 64 + i] = tile[warp][i];
}
