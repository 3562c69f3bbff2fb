//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// The specialisation for two elements is taken for that for four, so that the stride is too small.
template <class T, int W = 4> struct Vector;
template <class T> struct Vector<T, 4> {
  static constexpr int n = 4;
  __device__ static T twice(T x) { return x + x; }
};
template <> struct Vector<float, 2> {
  enum { n = 2 };
  __device__ static float twice(float x) { return 2 * x; }
};

template <class, class> struct same { static constexpr bool value = false; };
template <class T> struct same<T, T> { static constexpr bool value = true; };

template <class T> struct SharedMemory;
template <> struct SharedMemory<float> {
  __device__ float *getPointer() {
    extern __shared__ float s_float[];
    return s_float;
  }
  __device__ operator const float *() const {
    extern __shared__ float s_float[];
    return s_float;
  }
};

template <class T> __global__ void reverse(T *p) {
  SharedMemory<T> memory;
  T *s = memory.getPointer();
  const T *seen = SharedMemory<T>();
  int t = threadIdx.x, first = (blockIdx.x * blockDim.x + t) * Vector<T, 2>::n;
  s[t] = p[first]; // may "race on p"
  __syncthreads();
  for (int j = 0; j < Vector<T>::n; j++)
    p[first + j] = Vector<T>::twice(seen[blockDim.x - 1 - t]); // want "race on p"
  if (!same<T, float>::value)
    p[0] = t;
}

template __global__ void reverse<float>(float *);
