//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=1
// Eight warps relax a row each; neighbours exchange their edge cells, one barrier for each pair.
// Refuted: with one set of edges the next step overwrites what a neighbour still reads.
#define STEPS 6
#define PAIR_SYNC(id) asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory")

__global__ void relax(const float *in, float *out) {
  __shared__ float edge[2][8][2];
  const int w = threadIdx.x / 32, l = threadIdx.x % 32;
  float u = in[threadIdx.x];
  for (int step = 0; step < STEPS; ++step) {
    const int p = 0;
    if (l == 0) edge[p][w][0] = u;  // want "race on edge"
    if (l == 31) edge[p][w][1] = u;  // want "race on edge"
    // Barrier w is the one between warp w-1 and warp w; there is none left of warp 0.
    if (w > 0) PAIR_SYNC(w);
    if (w < 7) PAIR_SYNC(w + 1);
    float left = __shfl_up_sync(0xffffffffu, u, 1);
    float right = __shfl_down_sync(0xffffffffu, u, 1);
    if (l == 0) left = w > 0 ? edge[p][w - 1][1] : 0.f;  // want "race on edge"
    if (l == 31) right = w < 7 ? edge[p][w + 1][0] : 0.f;  // want "race on edge"
    u = 0.5f * u + 0.25f * (left + right);
  }
  out[threadIdx.x] = u;
}
