//xfail:NOT_ALL_VERIFIED
//--blockDim=160 --gridDim=1
// A matrix product whose last warp loads tiles of A and B with float4 while four warps multiply.
// Refuted: the tile of B goes into the stage after its own, which nobody has freed yet.
#define FULL(s) (1 + (s))
#define FREE(s) (4 + (s))

constexpr int TM = 16, TN = 16, TK = 8;

template <int STAGES>
struct __align__(16) Tiles {
  float a[STAGES][TK][TM];
  float b[STAGES][TK][TN];
};

__device__ __forceinline__ void wait_on(int id) {
  asm volatile("barrier.sync.aligned %0, 160;" ::"r"(id) : "memory");
}
__device__ __forceinline__ void signal(int id) {
  asm volatile("barrier.arrive.aligned %0, 160;" ::"r"(id) : "memory");
}

template <int STAGES, int KTILES>
__device__ void loader(const float *A, const float *B, Tiles<STAGES> *t, int lane) {
  for (int k = 0; k < KTILES; k++) {
    int s = k % STAGES;
    if (k >= STAGES) wait_on(FREE(s));
    int row = lane / 4, col = lane % 4 * 4;
    float4 va = *(const float4 *)(A + (k * TK + row) * TM + col);
    float4 vb = *(const float4 *)(B + (k * TK + row) * TN + col);
    *(float4 *)&t->a[s][row][col] = va;
    *(float4 *)&t->b[(s + 1) % STAGES][row][col] = vb;  // want "race on tiles"
    signal(FULL(s));
  }
}

__global__ void gemm(const float *A, const float *B, float *C) {
  constexpr int STAGES = 3, KTILES = 7;
  __shared__ Tiles<STAGES> tiles;
  int t = threadIdx.x;
  if (t >= 128) {
    loader<STAGES, KTILES>(A, B, &tiles, t - 128);
    return;
  }
  int m = t / 16, n = t % 16;
  float c0 = 0.f, c1 = 0.f;
  for (int k = 0; k < KTILES; k++) {
    int s = k % STAGES;
    wait_on(FULL(s));
#pragma unroll
    for (int i = 0; i < TK; i++) {
      float bn = tiles.b[s][i][n];  // want "race on tiles"
      c0 = fmaf(tiles.a[s][i][m], bn, c0);
      c1 = fmaf(tiles.a[s][i][m + 8], bn, c1);
    }
    if (k + STAGES < KTILES) signal(FREE(s));
  }
  C[m * TN + n] = c0;
  C[(m + 8) * TN + n] = c1;
}
