//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// A ring of four buffers between two loader warps and two consumer warps.
// Refuted: the EMPTY of the first slot is armed twice.
template <int N>
struct Ring {
  int slot = 0;
  __device__ int full() const { return 1 + slot; }
  __device__ int empty() const { return 1 + N + slot; }
  __device__ void next() { slot = slot + 1 == N ? 0 : slot + 1; }
};

__device__ __forceinline__ void named_sync(int id, int n) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory");
}
__device__ __forceinline__ void named_arrive(int id, int n) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory");
}

template <int N, int ROWS>
__device__ void load_rows(const float *in, float (*buf)[64]) {
  Ring<N> ring;
  int l = threadIdx.x - 64;
  for (int r = 0; r < ROWS; ++r, ring.next()) {
    named_sync(ring.empty(), blockDim.x);  // may "deadlock|barrier"
    buf[ring.slot][l] = in[r * 64 + l];  // may "race on buf"
    named_arrive(ring.full(), blockDim.x);  // may "barrier"
  }
}

template <int N, int ROWS>
__device__ float consume_rows(float (*buf)[64]) {
  Ring<N> ring;
  int l = threadIdx.x;
  float best = -1e30f;
  for (int i = 0; i <= N; ++i) named_arrive(1 + N + i % N, blockDim.x);  // want "barrier 5"
  for (int r = 0; r < ROWS; ++r, ring.next()) {
    named_sync(ring.full(), blockDim.x);  // may "deadlock|barrier"
    best = fmaxf(best, buf[ring.slot][l] + buf[ring.slot][l ^ 1]);  // may "race on buf"
    named_arrive(ring.empty(), blockDim.x);  // may "barrier"
  }
  return best;
}

__global__ void row_max(const float *in, float *out) {
  __shared__ float buf[4][64];
  if (threadIdx.x / 64 == 1)
    load_rows<4, 12>(in, buf);
  else
    out[threadIdx.x] = consume_rows<4, 12>(buf);
}
