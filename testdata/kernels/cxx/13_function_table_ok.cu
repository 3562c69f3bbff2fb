//pass
//--blockDim=64 --gridDim=1

// A table in constant memory: which function a thread calls is known. The functions are instances of a template.
typedef void (*writer)(int *, int);

template <int PART> __device__ void put(int *a, int i) { a[i + PART * 64] = i; }
template <> __device__ void put<7>(int *a, int i) { a[0] = i; }

__device__ const writer table[2][2] = {{put<0>, put<7>}, {put<1>}};

__global__ void k(int *a) { table[threadIdx.x % 2][0](a, threadIdx.x); }
