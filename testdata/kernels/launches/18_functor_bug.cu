//xfail:NOT_ALL_VERIFIED
// The launch makes the function object with a stride of 0.

struct Scale {
  int n, stride;
  float *to;
  Scale(int n, int stride, float *to) : n(n), stride(stride), to(to) {}
  __device__ void operator()(int i) const { to[i * stride] = i; } // want "write-write race on f.to"
};

template <class F> __global__ void apply(F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < f.n) f(i);
}

void run(int n, float *to) { apply<<<(n + 255) / 256, 256>>>(Scale(n, 0, to)); }
