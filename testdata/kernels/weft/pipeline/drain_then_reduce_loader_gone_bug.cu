//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=1
// After the pipeline the block reuses its buffers as scratch for a reduction.
// Refuted: the loader returns after the loop and is missing at the block barrier.
constexpr unsigned kConsumers = 224, kLoader = 32, kTiles = 4;

class NamedBarrier {
  unsigned id_, count_;

 public:
  __device__ NamedBarrier(unsigned id, unsigned count) : id_(id), count_(count) {}
  __device__ void sync() const { asm volatile("bar.sync %0, %1;" ::"r"(id_), "r"(count_) : "memory"); }
  __device__ void arrive() const { asm volatile("bar.arrive %0, %1;" ::"r"(id_), "r"(count_) : "memory"); }
};

__global__ void norm(const float *x, float *out) {
  __shared__ float scratch[kConsumers + 32];
  const NamedBarrier full(1, kConsumers + kLoader), empty(2, kConsumers + kLoader);
  const unsigned t = threadIdx.x;
  float sum = 0.f;
  if (t >= kConsumers) {
    for (unsigned tile = 0; tile < kTiles; ++tile) {
      if (tile != 0) empty.sync();
      for (unsigned i = t - kConsumers; i < kConsumers; i += kLoader) scratch[i] = x[tile * kConsumers + i];
      full.arrive();
    }
    return;  // may "exited"
  } else {
    for (unsigned tile = 0; tile < kTiles; ++tile) {
      full.sync();
      float v = scratch[kConsumers - 1 - t];
      sum += v * v;
      if (tile + 1 != kTiles) empty.arrive();
    }
  }
  __syncthreads();  // want "barrier divergence"
  scratch[t] = sum;
  for (unsigned half = 128; half > 0; half >>= 1) {
    __syncthreads();  // may "barrier divergence"
    if (t < half) scratch[t] += scratch[t + half];
  }
  if (t == 0) out[0] = sqrtf(scratch[0]);
}
