//pass
//--blockDim=64 --gridDim=1

// Lists without inner braces: an element of an array takes as many items as it has scalars, and
// objects for which no item is left are made by their constructors. Const says nothing of a reference.
#include <type_traits>

struct Pair {
  int x, y;
};
struct Number {
  int x;
  __device__ Number() : x(77) {}
  __device__ Number(int a) : x(2 * a) {}
};
struct Derived : Pair {
  int z;
};
struct Holder {
  int n;
  Number of[2];
};

template <class T> __device__ int constness(T &&) { return std::is_const<T>::value; }

__global__ void k(int *out) {
  int rows[][2] = {1, 2, 3};
  Pair pairs[] = {1, 2, 3, 4};
  Derived derived[] = {1, 2, 3, 4};
  bool all = sizeof(rows) == 16 && sizeof(pairs) == 16 && sizeof(derived) == 24;
  Number some[3] = {1, 2};
  Number none[2] = {};
  Holder holder = {1, {5}};
  all = all && some[1].x == 4 && some[2].x == 77 && none[1].x == 77 && holder.of[0].x == 10 && holder.of[1].x == 77;
  Derived d = {{1}, 3};
  Derived e = {{}, 4};
  all = all && d.y == 0 && d.z == 3 && e.z == 4;
  const int c = 1;
  all = all && !constness(c);
  out[all ? threadIdx.x : 0] = threadIdx.x;
}
