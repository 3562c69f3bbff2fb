// Handles of the libraries of CUDA's toolkit, which structs that are passed to kernels have
// as members: <cufft.h>, <cublas_v2.h>, <cusparse.h>, <cusolverDn.h>, <curand.h>.

typedef int cufftHandle;
typedef void *cublasHandle_t;
typedef void *cusparseHandle_t;
typedef void *cusparseMatDescr_t;
typedef void *cusolverDnHandle_t;
typedef void *cusolverSpHandle_t;
typedef void *curandGenerator_t;
