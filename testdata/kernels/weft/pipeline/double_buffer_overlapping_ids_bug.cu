//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// Two buffers, each with a DMA warp of its own: a class in the manner of CudaDMA.
// Refuted: the ids of the buffers overlap: what is empty for one is full for the other.
template <int BUFFER, int COMPUTE, int DMA, int BYTES>
class BufferDma {
 public:
  __device__ BufferDma(int first) : dma_first(first) {}

  __device__ bool owns_this_thread() const {
    int t = threadIdx.x;
    return t >= dma_first && t < dma_first + DMA;
  }
  __device__ void start_async_dma() const {
    asm volatile("bar.arrive %0, %1;" ::"r"(kStart), "r"(kThreads) : "memory");
  }
  __device__ void wait_for_dma_finish() const {
    asm volatile("bar.sync %0, %1;" ::"r"(kFinish), "r"(kThreads) : "memory");
  }
  __device__ void execute_dma(const float *src, float *dst) const {
    asm volatile("bar.sync %0, %1;" ::"r"(kStart), "r"(kThreads) : "memory");
    for (int i = threadIdx.x - dma_first; i < kElems; i += DMA) dst[i] = src[i];  // may "race on"
    asm volatile("bar.arrive %0, %1;" ::"r"(kFinish), "r"(kThreads) : "memory");
  }

 private:
  static const int kStart = BUFFER, kFinish = BUFFER + 1;
  static const int kThreads = COMPUTE + DMA;
  static const int kElems = BYTES / sizeof(float);
  int dma_first;
};

#define COMPUTE 64
#define ELEMS 128
#define STEPS 8

__global__ void two_buffers(const float *in, float *out) {
  __shared__ float even[ELEMS], odd[ELEMS];
  BufferDma<1, COMPUTE, 32, ELEMS * 4> dma0(COMPUTE);
  BufferDma<2, COMPUTE, 32, ELEMS * 4> dma1(COMPUTE + 32);

  if (threadIdx.x < COMPUTE) {
    int t = threadIdx.x;
    float sum = 0.f;
    dma0.start_async_dma();  // may "barrier"
    dma1.start_async_dma();  // may "barrier"
    for (int i = 0; i < STEPS; i += 2) {
      dma0.wait_for_dma_finish();  // want "not ordered after generation"
      sum += even[t] * even[t + COMPUTE];
      if (i + 2 < STEPS) dma0.start_async_dma();  // may "barrier"
      dma1.wait_for_dma_finish();  // may "barrier|deadlock"
      sum += odd[t] * odd[t + COMPUTE];
      if (i + 2 < STEPS) dma1.start_async_dma();  // may "barrier"
    }
    out[t] = sum;
  } else if (dma0.owns_this_thread()) {
    for (int i = 0; i < STEPS; i += 2) dma0.execute_dma(in + i * ELEMS, even);  // may "barrier 2"
  } else if (dma1.owns_this_thread()) {
    for (int i = 1; i < STEPS; i += 2) dma1.execute_dma(in + i * ELEMS, odd);  // may "barrier|deadlock"
  }
}
