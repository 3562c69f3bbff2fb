//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=1
// Two groups of four warps take turns at a scratch tile; group 1 arms group 0's turn in advance.
// Refuted: each group arms the turn of the other, so both begin.
enum Turn : int { kFirst = 1, kSecond = 2 };

struct Group {
  int index, thread;
  __device__ Group() { index = threadIdx.x >> 7; thread = threadIdx.x & 127; }
  __device__ int mine() const { return index == 0 ? kFirst : kSecond; }
  __device__ int theirs() const { return index == 0 ? kSecond : kFirst; }
  __device__ void wait_turn() const { asm volatile("bar.sync %0, 256;\n" : : "r"(mine()) : "memory"); }
  __device__ void pass_turn() const { asm volatile("bar.arrive %0, 256;\n" : : "r"(theirs()) : "memory"); }
  // Among the group's own 128 threads.
  __device__ void sync() const { asm volatile("bar.sync %0, 128;\n" : : "r"(3 + index) : "memory"); }
};

__global__ void ping_pong(const float *q, float *o) {
  __shared__ float scratch[128];
  Group group;
  float acc = 0.f;
  group.pass_turn();  // may "recycl"
  for (int tile = group.index; tile < 12; tile += 2) {
    float v = q[tile * 128 + group.thread];
    group.wait_turn();  // may "recycl"
    scratch[group.thread] = v;  // may "race on scratch"
    group.sync();
    for (int i = 0; i < 4; ++i) acc += scratch[(group.thread + 31 * i) & 127];  // may "race on scratch"
    group.pass_turn();  // want "not ordered after generation"
  }
  o[threadIdx.x] = acc;
}
