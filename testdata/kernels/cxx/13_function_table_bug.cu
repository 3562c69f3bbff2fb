//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// The odd threads call the specialisation, which writes one element for all.
typedef void (*writer)(int *, int);

template <int PART> __device__ void put(int *a, int i) { a[i + PART * 64] = i; } // may "race on a"
template <> __device__ void put<7>(int *a, int i) { a[0] = i; } // want "race on a"

__device__ const writer table[2][2] = {{put<0>, put<7>}, {put<7>}};

__global__ void k(int *a) { table[threadIdx.x % 2][0](a, threadIdx.x); }
