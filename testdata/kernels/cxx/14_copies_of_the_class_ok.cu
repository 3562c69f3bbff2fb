//pass
//--blockDim=64 --gridDim=2

// A copy of a ticket is one for the element before: passing and assigning it counts.
struct Ticket {
  int at;
  __device__ Ticket(int at) : at(at) {}
  __device__ Ticket(const Ticket &o) { at = o.at - 1; }
  __device__ Ticket &operator=(const Ticket &o) { at = o.at - 2; return *this; }
  __device__ Ticket &operator=(int n) { at = n; return *this; }
};

// A class that copies member by member in its own words.
struct Pair {
  int a, b;
  __device__ Pair(int a, int b) : a(a), b(b) {}
  __device__ Pair(const Pair &o) : a(o.a), b(o.b) {}
  __device__ Pair &operator=(const Pair &o) { a = o.a; this->b = o.b; return *this; }
};
struct Nested { Pair p; };

__device__ int taken(Ticket t) { return t.at; }
__device__ int first(Pair p) { return p.a; }

__global__ void tickets(int *p) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  p[t] = t;
  Ticket x(t + 3), y(0);
  y = 7;
  y = x;              // t + 1
  Nested n = {Pair(t, t)};
  Nested m = n;
  m = n;
  p[taken(y)] = first(m.p);
}
