// A copy engine in the style of warp-specialised libraries: a base class holds
// the barriers, templates choose how a warp copies, offsets are in bytes.
class Engine {
public:
  __device__ Engine(int id, int copiers, int users, int first)
    : full(2 * id), empty(2 * id + 1), threads(copiers + users), lane(threadIdx.x - first),
      mine((int)threadIdx.x >= first && (int)threadIdx.x < first + copiers) {}
  __device__ bool owns_this_thread() const { return mine; }
  __device__ void request() const { asm volatile("bar.arrive %0, %1;" : : "r"(empty), "r"(threads) : "memory"); }
  __device__ void await() const { asm volatile("bar.sync %0, %1;" : : "r"(full), "r"(threads) : "memory"); }
protected:
  const int full, empty, threads, lane;
  const bool mine;
  template <typename T> static __device__ void move(const void *from, void *to) { *(T *)to = *(const T *)from; }
};

template <int BYTES, int LANES, bool WAIT = true> class Copy : public Engine {
  const unsigned offset, step;
public:
  __device__ Copy(int id, int users, int first)
    : Engine(id, LANES, users, first), offset((threadIdx.x - first) * 16), step(LANES * 16) {}
  __device__ void execute(const void *from, void *to) const {
    if (WAIT) asm volatile("bar.sync %0, %1;" : : "r"(Engine::empty), "r"(threads) : "memory");
    const char *src = (const char *)from + offset;
    char *dst = (char *)to + offset;
    for (int i = 0; i < BYTES / (LANES * 16); i++) {
      switch (BYTES % 16) {
      case 0: move<float4>(src, dst); break;
      default: move<char>(src, dst);
      }
      src += step;
      dst += step;
    }
    asm volatile("bar.arrive %0, %1;" : : "r"(full), "r"(threads) : "memory");
  }
};

template <int LANES> class Copy<0, LANES> : public Engine {
public:
  __device__ Copy(int id, int users, int first) : Engine(id, LANES, users, first) {}
  __device__ void execute(const void *, void *) const {}
};

__global__ void __launch_bounds__(96) k(const float *in, float *out, int rounds) {
  __shared__ float tile[256];
  Copy<1024, 32> copy(1, 64, 64);
  if (threadIdx.x < 64) {
    float sum = 0;
    for (int i = 0; i < 4; i++) {
      copy.request();
      copy.await();
      sum += tile[threadIdx.x * 4 + i];
    }
    out[threadIdx.x] = sum;
  } else if (copy.owns_this_thread()) {
    for (int i = 0; i < 4; i++)
      copy.execute(in + i * 256, tile);
  }
}
