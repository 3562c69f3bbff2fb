//pass
//--blockDim=64 --gridDim=1

// A typedef declares the enumerators of its enumeration. A template for the host hides no
// function of CUDA's.
typedef enum { Off = 0, On = 1 } state_t;
typedef enum Width { Narrow = 1, Wide } width_t;

template <typename U> U rsqrt(U v) { return U(1) / sqrt(v); }

__global__ void k(int *p, double *d, state_t s) {
  d[threadIdx.x] = rsqrt(d[threadIdx.x]);
  for (int i = 0; i < Wide; i++) p[threadIdx.x * Wide + i] = threadIdx.x;
  if (s == On) p[threadIdx.x + 128] = CLOCKS_PER_SEC;
}
