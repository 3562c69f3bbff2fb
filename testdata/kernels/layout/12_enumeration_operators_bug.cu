//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Operators on enumerations may be functions of the user's, and so are overloads on them.
enum E { zero, one, two };
__device__ int operator+(E e, int t) { return t / 2; }
__device__ int pick(E) { return 1; }
__device__ int pick(int) { return 2; }

__global__ void k(int *o) {
  int t = threadIdx.x;
  o[one + t] = t; // want "race on o"
}
