//xfail:NOT_ALL_VERIFIED
// All threads add to the first element of a list.

template <int n> struct Lists {
  void *addresses[n][4];
  int sizes[4];
  unsigned char list_of_block[8];
};
template <typename T, typename F, typename... Args>
__global__ void apply(int chunk, volatile int *stop, T lists, F functor, Args... args) {
  functor(chunk, stop, lists, args...);
}
template <class In, class Out> struct Scale {
  __device__ void operator()(int chunk, volatile int *stop, Lists<2> &lists, float scale, int step) {
    int list = lists.list_of_block[blockIdx.x];
    __assume(list < 4);
    In *in = (In *)lists.addresses[0][list];
    Out *out = (Out *)lists.addresses[1][list];
    int n = min(lists.sizes[list], chunk);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      out[0] = in[i] * scale;  // want "write-write race"
  }
};
template <int depth, typename F, typename... Args> void launch(int *stop, F functor, Args... args) {
  Lists<depth> lists;
  apply<<<1, 64>>>(1024, stop, lists, functor, args...);
}
void scale(int *stop, float by) { launch<2>(stop, Scale<float, double>(), by, 3); }
