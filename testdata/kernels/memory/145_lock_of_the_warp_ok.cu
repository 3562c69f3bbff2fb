//pass
//--blockDim=128 --gridDim=64

// Lane 0 takes the lock of a bucket for its warp.
__device__ int locks[256], sums[256 * 32];

__global__ void add(const int *in) {
  int lane = threadIdx.x % 32, bucket = (blockIdx.x + threadIdx.x / 32) & 255;
  if (lane == 0) {
    while (atomicCAS(&locks[bucket], 0, 1) != 0) {
    }
    __threadfence();
  }
  __syncwarp();
  sums[bucket * 32 + lane] += in[threadIdx.x];
  __syncwarp();
  if (lane == 0) {
    __threadfence();
    atomicExch(&locks[bucket], 0);
  }
}
