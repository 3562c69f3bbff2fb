//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Packed members have no gaps: a struct takes 5 bytes.
struct __attribute__((packed)) A {
  char c;
  int x;
};

__global__ void k(A *a) {
  int t = threadIdx.x;
  if (t < 32) a[t].x = t; // want "race on a"
  else if (t == 40) ((char *)a)[5 * 11 + 2] = 100; // want "race on a"
}
