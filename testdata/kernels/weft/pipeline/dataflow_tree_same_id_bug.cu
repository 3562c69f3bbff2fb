//xfail:NOT_ALL_VERIFIED
//--blockDim=512 --gridDim=1
// Static dataflow: sixteen warps add up in a tree, each edge of it a barrier, the result by barrier 0.
// Refuted: the four edges of the second level get the ids of the first four again.
struct Edge {
  int id;
  __device__ explicit Edge(int n) : id(n) {}
  __device__ void send() const { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }
  __device__ void receive() const { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
};

__global__ void __launch_bounds__(512, 1) tree(const int *in, int *out) {
  __shared__ int part[16 * 32];
  const int w = threadIdx.x / warpSize, lane = threadIdx.x % warpSize;
  int sum = in[threadIdx.x];
  part[w * 32 + lane] = sum;  // may "race on part"

  // 8 edges 1..8, 4 edges 9..12, 2 edges 13 and 14, one edge 15.
  int first = 1;
#pragma unroll
  for (int span = 1; span < 16; span *= 2) {
    int pair = w / (2 * span);
    if (w % (2 * span) == span) {
      Edge(first + pair).send();  // want "not ordered after generation"
      break;
    }
    Edge(first + pair).receive();  // may "recycl|deadlock"
    sum += part[(w + span) * 32 + lane];  // may "race on part"
    part[w * 32 + lane] = sum;  // may "race on part"
    first += span == 1 ? 0 : 8 / span;
  }
  asm volatile("bar.sync 0, 512;" ::: "memory");  // may "deadlock"
  out[threadIdx.x] = part[lane];
}
