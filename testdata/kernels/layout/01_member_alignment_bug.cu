//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// An aligned member makes its struct 16 bytes long, so that int 20 is a[5].x.
struct A {
  __align__(8) int x;
  int y, z;
};

__global__ void k(A *a) {
  int t = threadIdx.x;
  if (t < 32) a[t].x = t; // want "race on a"
  else if (t == 40) ((int *)a)[20] = 1000; // want "race on a"
}
