//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Two empty objects of one type have two addresses: the member lies behind the base.
struct E {};
struct A : E {
  E e;
  char c;
};

__global__ void k(A *a) {
  int t = threadIdx.x;
  if (t < 32) a[t].c = t; // want "race on a"
  else ((char *)a)[2 * (t - 32) + 1 + 2] = -t; // want "race on a"
}
