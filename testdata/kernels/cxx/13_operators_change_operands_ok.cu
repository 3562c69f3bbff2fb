//pass
//--blockDim=64 --gridDim=2

// Each operator changes the operand that it is given, and is the one that fits best.
struct Cursor {
  int at;
  __device__ Cursor &operator<<(int n) { at += n; return *this; }
  __device__ Cursor &operator++() { at += 1; return *this; }
  __device__ Cursor operator++(int) { Cursor old = *this; at += 2; return old; }
  __device__ int operator-() { at -= 1; return at; }
  __device__ Cursor operator*(float f) const { return *this; }
  friend __device__ Cursor operator+(Cursor c, int n) { c.at += 2 * n; return c; }
};
__device__ Cursor operator*(Cursor c, int n) { c.at += n; return c; }
__device__ Cursor &operator>>(Cursor &c, int &n) { n += c.at & 1; return c; }

__global__ void shifted(int *p) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  p[t] = t;
  Cursor c = {t};
  c << 1 << 1;  // both change c
  c++;          // the postfix form: two further
  ++c;
  int n = -c;   // one back: four further
  c = c * 1;    // not the operator for float
  c = c + 1;    // the friend
  c >> n;       // n becomes t + 4, one more where t is odd
  p[c.at - 7] = n;
}
