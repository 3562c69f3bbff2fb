//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// An enumerator beyond 32 bits makes the enumeration 8 bytes wide.
enum D { BIG = 0x100000000ll };

__global__ void k(D *a) {
  int t = threadIdx.x;
  if (t < 32) a[t] = (D)t; // want "race on a"
  else if (t == 40) ((int *)a)[40] = 100; // want "race on a"
}
