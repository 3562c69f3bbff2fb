//pass
//--blockDim=64 --gridDim=1
// The branch of a trait: the other one has the race.
#include <type_traits>

template <class T> __device__ int width() {
  if constexpr (std::is_same_v<std::remove_cv_t<T>, float>) {
    return 4;
  } else if constexpr (std::is_integral_v<T> && !std::is_unsigned<T>::value) {
    return 3;
  } else {
    return sizeof(std::conditional_t<std::is_pointer_v<T>, char, int>);
  }
}

template <class T, std::enable_if_t<std::is_floating_point<T>::value, int> = 0> __device__ int rows(T) { return 1; }
template <class T> __device__ typename std::enable_if<!std::is_floating_point<T>::value, int>::type rows(T) { return 2; }

__global__ void k(int *a, int *b, int *c) {
  using F = decltype(1.0f + a[0]);
  for (int i = 0; i < 4; i++) a[width<const volatile F>() * threadIdx.x + i] = i;
  for (int i = 0; i < 4; i++) b[width<unsigned>() * threadIdx.x + i] = i;
  for (int i = 0; i < 2; i++) c[rows(1) * threadIdx.x + i] = i;
}
