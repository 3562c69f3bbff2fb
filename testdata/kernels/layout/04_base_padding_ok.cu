//pass
//--blockDim=64 --gridDim=1

// A base that is no POD lends its padding: d is at byte 5, and Q has 8 bytes.
struct P {
  __device__ P() {}
  int x;
  char c;
};
struct Q : P {
  char d;
};

__global__ void k(Q *a) {
  int t = threadIdx.x;
  if (t < 32) a[t].d = t;
  else if (t == 40) ((char *)a)[8 * 3 + 6] = 100;
}
