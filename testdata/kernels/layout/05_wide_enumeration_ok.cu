//pass
//--blockDim=64 --gridDim=1

// An enumerator beyond 32 bits makes the enumeration 8 bytes wide.
enum D { BIG = 0x100000000ll };

__global__ void k(D *a) {
  int t = threadIdx.x;
  if (t < 32) a[t] = (D)t;
  else if (t == 40) ((int *)a)[64] = 100;
}
