//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// #pragma pack holds for the structs that begin after it.
#pragma pack(push)
#pragma pack(1)
struct A {
  char c;
  int x;
};
#pragma pack(pop)
struct B {
  char c;
  int x;
};

__global__ void k(A *a) {
  int t = threadIdx.x;
  if (t < 32) a[t].x = t; // want "race on a"
  else if (t == 40) ((char *)a)[5 * 11 + 2] = 100; // want "race on a"
}
