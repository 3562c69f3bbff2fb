//pass
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

__global__ void k(B *a) {
  int t = threadIdx.x;
  if (t < 32) a[t].x = t;
  else if (t == 40) ((char *)a)[8 * 11 + 2] = 100;
}
