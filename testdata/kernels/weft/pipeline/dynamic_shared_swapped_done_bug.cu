//xfail:NOT_ALL_VERIFIED
//--blockDim=32,6 --gridDim=1 --shared-bytes=3072
// Warps are rows of the block: rows 4 and 5 load, the others filter. Both buffers lie in dynamic shared memory.
// Refuted: the filter reports the other buffer done.
extern __shared__ unsigned char pool[];

enum BarrierId { READY0 = 8, READY1, DONE0 = 12, DONE1 };

static __device__ void wait_at(BarrierId id) { asm volatile("bar.sync %0, 192;" : : "r"(int(id)) : "memory"); }
static __device__ void signal_at(BarrierId id) { asm volatile("bar.arrive %0, 192;" : : "r"(int(id)) : "memory"); }

// One buffer: 128 pairs, with the real parts first.
struct Pairs {
  float *re, *im;
};
static __device__ Pairs buffer(int which) {
  float *base = reinterpret_cast<float *>(pool + which * 1024);
  Pairs p;
  p.re = base;
  p.im = base + 128;
  return p;
}

__global__ void filter(const float2 *in, float *power) {
  const int lane = threadIdx.x, row = threadIdx.y;
  const int frames = 6;
  for (int f = 0; f < frames; ++f) {
    const int which = f & 1;
    Pairs p = buffer(which);
    if (row >= 4) {
      if (f >= 2) wait_at(which ? DONE1 : DONE0);  // may "recycl|deadlock"
      for (int i = (row - 4) * 32 + lane; i < 128; i += 64) {
        float2 z = in[f * 128 + i];
        p.re[i] = z.x;  // may "race on pool"
        p.im[i] = z.y;  // may "race on pool"
      }
      signal_at(which ? READY1 : READY0);  // may "recycl"
    } else {
      wait_at(which ? READY1 : READY0);  // may "recycl|deadlock"
      int i = row * 32 + lane;
      power[f * 128 + i] = p.re[i] * p.re[i] + p.im[127 - i] * p.im[127 - i];  // may "race on pool"
      if (f + 2 < frames) signal_at(which ? DONE0 : DONE1);  // want "not ordered after generation"
    }
  }
}
