//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Members of class templates that are defined outside of them: methods, a static one, a constructor,
// an operator, those of a specialisation, one with a default argument and a template parameter of its own.
template <class T, int N>
struct Row {
  __device__ Row(T *at);
  __device__ T &operator[](int i);
  __device__ static int width(int more = 0);
  template <class U> __device__ void put(U v);
  __device__ int kind() const;
  T *at;
};

template <class T>
struct Row<T, 0> {
  __device__ int kind() const;
  T *at;
};

template <class T, int N>
__device__ Row<T, N>::Row(T *at) : at(at + threadIdx.x * width()) {}

template <class T, int N>
__device__ T &Row<T, N>::operator[](int i) { return at[i]; } // want "race"

template <class T, int N>
int Row<T, N>::width(int more) { return N - 1 + more; }

template <class T, int N>
template <class U>
__device__ void Row<T, N>::put(U v) {
  for (int i = 0; i < N; i++) (*this)[i] = v + i;
}

template <class T, int N>
__device__ int Row<T, N>::kind() const { return 1; }

template <class T>
__device__ int Row<T, 0>::kind() const { return 2; }

template __device__ int Row<int, 3>::kind() const;

__global__ void k(int *p) {
  Row<int, 3> r(p);
  r.put(threadIdx.x);
  Row<int, 0> other;
  __assert(r.kind() == 1 && other.kind() == 2);
}
