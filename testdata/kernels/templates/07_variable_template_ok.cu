//pass
//--blockDim=64 --gridDim=1
// A variable template has values for some arguments of their own.
template <class T> constexpr int row = sizeof(T);
template <class T> constexpr int row<T *> = row<T> - 1;
template <> constexpr int row<double> = 3;
template <class T, int N> inline constexpr bool fits = N <= row<T>;

__global__ void k(int *a, int *b) {
  for (int i = 0; i < 4; i++) a[row<float> * threadIdx.x + i] = i;
  if constexpr (fits<int *, 4>) {
    b[0] = threadIdx.x;
  } else {
    for (int i = 0; i < 3; i++) b[row<int *> * threadIdx.x + i] = i;
  }
}
