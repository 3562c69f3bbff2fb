//pass
// Specialisations chosen by an enumerator that an alias names; the launch has its kernel in parentheses.
namespace red {
enum class Op { Add, Max };
template <Op O, typename T> __device__ T row();
template <> __device__ int row<Op::Add, int>() { return 1; }
template <> __device__ int row<Op::Max, int>() { return 2; }
}
using op = red::Op;

template <typename T> __global__ void k(T *a) {
  for (int i = 0; i < 2; i++) a[red::row<op::Max, int>() * threadIdx.x + i] = i;
}

#define LAUNCH(kernel, g, b, ...) { (kernel)<<<(g), (b)>>>(__VA_ARGS__); }
void go(int *p) { LAUNCH(k<int>, 1, 64, p); }
