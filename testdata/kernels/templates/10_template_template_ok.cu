//pass
//--blockDim=64 --gridDim=1
// A template as argument: of a class, by default, deduced, and through a partial specialisation.
template <typename T> struct Dense { static constexpr int step = 4; T v; };
template <typename T> struct Tight { static constexpr int step = 3; T v; };
template <typename T, int D, template <typename U> class Traits = Dense> struct View {
  static constexpr int row = Traits<T>::step * D;
};
template <typename T> struct step_of { static constexpr int value = 1; };
template <template <typename> class C, typename T> struct step_of<C<T>> { static constexpr int value = C<float>::step; };
template <template <typename> class C, typename T> __device__ int row(const C<T> &) { return C<int>::step; }

__global__ void k(int *a, int *b, int *c) {
  Dense<float> x;
  for (int i = 0; i < 4; i++) a[View<int, 1>::row * threadIdx.x + i] = i;
  for (int i = 0; i < 4; i++) b[step_of<Dense<char>>::value * threadIdx.x + i] = i;
  for (int i = 0; i < 4; i++) c[row(x) * threadIdx.x + i] = i;
}
