//xfail:NOT_ALL_VERIFIED
//--blockDim=96 --gridDim=1
// Load, transform, store: three warps with a double buffer between each two of them.
// Refuted: the first stage writes into the link without waiting for its buffer.
namespace pipe {
constexpr int kItems = 9;
constexpr int kBuffers = 2;

// A link carries rows of 32 ints from one warp to the next.
template <int FIRST_ID>
struct Link {
  int (*rows)[32];
  __device__ explicit Link(int (*storage)[32]) : rows(storage) {}

  __device__ int *acquire(int item) const {
    int b = item % kBuffers;
    if (FIRST_ID != 1 && item >= kBuffers)
      asm volatile("bar.sync %0, 64;" ::"r"(FIRST_ID + kBuffers + b) : "memory");
    return rows[b];
  }
  __device__ void commit(int item) const {
    asm volatile("bar.arrive %0, 64;" ::"r"(FIRST_ID + item % kBuffers) : "memory");
  }
  __device__ const int *wait(int item) const {
    asm volatile("bar.sync %0, 64;" ::"r"(FIRST_ID + item % kBuffers) : "memory");
    return rows[item % kBuffers];
  }
  __device__ void release(int item) const {
    if (item + kBuffers >= kItems) return;
    asm volatile("bar.arrive %0, 64;" ::"r"(FIRST_ID + kBuffers + item % kBuffers) : "memory");
  }
};
}  // namespace pipe

__global__ void three_stages(const int *in, int *out) {
  __shared__ int raw[pipe::kBuffers][32], cooked[pipe::kBuffers][32];
  pipe::Link<1> a(raw);
  pipe::Link<5> b(cooked);
  const int lane = threadIdx.x & 31;
  switch (threadIdx.x >> 5) {
    case 0:
      for (int i = 0; i < pipe::kItems; i++) {
        a.acquire(i)[lane] = in[i * 32 + lane];  // may "race on raw"
        a.commit(i);  // want "not ordered after generation"
      }
      break;
    case 1:
      for (int i = 0; i < pipe::kItems; i++) {
        int v = a.wait(i)[31 - lane];  // may "recycl|deadlock|race on raw"
        a.release(i);  // may "recycl"
        b.acquire(i)[lane] = v * v + 1;  // may "deadlock"
        b.commit(i);
      }
      break;
    default:
      for (int i = 0; i < pipe::kItems; i++) {
        int v = b.wait(i)[lane];  // may "deadlock"
        out[i * 32 + lane] = v;
        b.release(i);
      }
  }
}
