//pass
// A call that leaves all template arguments to their defaults is one way into the function.

__global__ void width(int *p, int n) {
  if (n != 3)
    p[0] = threadIdx.x;
}
template <int N = 3> void start(int *p) { width<<<1, 64>>>(p, N); }
void run(int *p) {
  start<>(p);
  start(p);
}
