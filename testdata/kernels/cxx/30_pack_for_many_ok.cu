//pass
// A launch that expands a pack has more arguments than its text: it is one of this kernel, whose n is not 3 there.

__global__ void width(int *p, int m, int n) {
  if (n != 3)
    p[threadIdx.x] = n;
}
template <class... Args> void start(int *p, Args... args) { width<<<1, 64>>>(p, args...); }
void run(int *p) {
  start(p, 3, 4);
}
