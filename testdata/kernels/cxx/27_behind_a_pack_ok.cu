//pass
// What stands behind a pack in a list of arguments is the argument of a parameter that only the pack tells.

__global__ void width(int *p, int n) {
  if (n != 3 && threadIdx.x == 0)
    p[0] = threadIdx.x;
}
void start(int *p, int m, int n = 4) { width<<<1, 64>>>(p, n); }
template <class... Args> void hand_on(int *p, Args... args) { start(p, args..., 3); }
void run(int *p) {
  start(p, 4, 3);
  hand_on(p);
}
