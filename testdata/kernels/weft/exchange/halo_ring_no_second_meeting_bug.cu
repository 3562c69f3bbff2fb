//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=1
// Periodic boundary: the same exchange of edges in a ring of eight warps.
// Refuted: the edges are overwritten while a neighbour may still read them.
namespace {
const int kWarps = 8, kSteps = 4;

__device__ void meet(int edge) { asm volatile("bar.sync %0, 64;" : : "r"(1 + edge) : "memory"); }

__device__ void meet_neighbours(int w) {
  const int left = (w + kWarps - 1) % kWarps, right = w;  // edge e lies right of warp e
  if (w % 2 == 0) {
    meet(right);
    meet(left);
  } else {
    meet(left);
    meet(right);
  }
}
}  // namespace

__global__ void periodic(const int *in, int *out) {
  __shared__ int first[kWarps], last[kWarps];
  const int w = threadIdx.x >> 5, l = threadIdx.x & 31;
  int u = in[threadIdx.x];
  for (int s = 0; s < kSteps; s++) {
    if (l == 0) first[w] = u;  // want "race on first"
    if (l == 31) last[w] = u;  // want "race on last"
    meet_neighbours(w);
    int from_left = last[(w + 7) & 7], from_right = first[(w + 1) & 7];  // want "race on"
    int lo = __shfl_up_sync(~0u, u, 1), hi = __shfl_down_sync(~0u, u, 1);
    u = u + (l == 0 ? from_left : lo) - (l == 31 ? from_right : hi);
  }
  out[threadIdx.x] = u;
}
