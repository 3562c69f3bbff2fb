//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// A member that is a reference leads to what the constructor bound it to: a struct with a pointer, a
// local variable, an element of an array. A copy leads to the same.
struct Array {
  int *data;
  int stride;
};

template <class A>
struct Slice {
  __device__ Slice(A &a, int at) : a(a), at(at) {}
  __device__ Slice next(int i) { return Slice(a, at + i * a.stride); }
  __device__ void set(int v) { a.data[at] = v; } // want "race"
  A &a;
  int at;
};

struct Counter {
  __device__ Counter(int &n) : n(n) {}
  __device__ void up() { n++; }
  int &n;
};

__global__ void k(int *p) {
  Array a;
  a.data = p;
  a.stride = 0;
  Slice<Array> s(a, 0);
  s.next(threadIdx.x).set(threadIdx.x);

  int n = 3;
  Counter c(n), d(c);
  c.up();
  d.up();
  __assert(n == 5 && c.n == 5 && sizeof(Counter) == 8);
  __shared__ int t[64];
  Counter e(t[threadIdx.x]);
  e.n = n;
  e.up();
  __assert(t[threadIdx.x] == 6);
}
