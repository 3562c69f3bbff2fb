//xfail:NOT_ALL_VERIFIED
// What stands behind a pack in a launch is the argument of a parameter that only the pack tells.

template <class... Args> __global__ void second(int *p, Args... args) {
  int all[] = {args...};
  if (all[1] != 3)
    p[0] = threadIdx.x;  // want "write-write race on p"
}
template <class... Args> void launch(int *p, Args... args) { second<<<1, 64>>>(p, args..., 3); }
void run(int *p) { launch(p, 5, 7); }
