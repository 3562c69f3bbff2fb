//pass
//--blockDim=64 --gridDim=1

// Two empty objects of one type have two addresses: the member lies behind the base.
struct E {};
struct A : E {
  E e;
  char c;
};

__global__ void k(A *a) {
  int t = threadIdx.x;
  if (t < 32) a[t].c = t;
  else ((char *)a)[3 * (t - 32)] = -t;
}
