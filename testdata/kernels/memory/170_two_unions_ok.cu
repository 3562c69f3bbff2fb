//pass
// A class with two unnamed unions, whose constructor initialises a member of each, and one with a struct within a union.

struct Pair {
  union { int x, r; };
  union { int y, g; };
  __device__ Pair(int a, int b) : x{a}, y{b} {}
};

struct Ends {
  int size;
  union {
    struct { int first, last; };
    int both[2];
  };
  __device__ Ends(int at) : size(at), first(2 * at), last(2 * at + 1) {}
};

__global__ void fill(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Pair p(i, n);
  Ends e(i);
  if (p.r < p.g) {
    out[e.both[0]] = p.y;
    out[e.both[1]] = p.x;
  }
}

void run(int *out, int n) { fill<<<(n + 127) / 128, 128>>>(out, n); }
