//pass
// The launches stand in members of a class template: its instances say with what.
template <class T, int N> __global__ void fill(T *a) {
  for (int i = 0; i < 4; i++) a[N * threadIdx.x + i] = i;
}

template <class T, int Rows = 4> struct Runner {
  T *p;
  static constexpr int row = Rows;
  void more();
};

template <class U, int R> void Runner<U, R>::more() { fill<U, Runner<U, R>::row - 1><<<1, 64>>>(p); }

void go(int *q) {
  Runner<int, 5> s{q};
  s.more();
}
