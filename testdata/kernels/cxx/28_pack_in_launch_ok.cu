//pass
// What stands behind a pack in a launch is the argument of a parameter that only the pack tells.

template <class... Args> __global__ void second(int *p, Args... args) {
  int all[] = {args...};
  if (sizeof...(args) != 3)
    p[0] = threadIdx.x;
}
template <class... Args> void launch(int *p, Args... args) { second<<<1, 64>>>(p, args..., 3); }
void run(int *p) { launch(p, 5, 7); }
