//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2

// Three collectives share their storage, and one barrier is missing.
#include <cub/cub.cuh>

__global__ void k(const unsigned *in, unsigned *out, int n) {
  using Load = cub::BlockLoad<unsigned, 64, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<unsigned, 64, 4>;
  using Store = cub::BlockStore<unsigned, 64, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Sort::TempStorage sort;
    typename Store::TempStorage store;
  } storage;
  unsigned keys[4];
  int first = blockIdx.x * 256;
  Load(storage.load).Load(in + first, keys, n - first, 0xffffffffu);
  __syncthreads();
  Sort(storage.sort).SortDescending(keys, 4, 20); // want "race on storage"
  Store(storage.store).Store(out + first, keys, n - first); // want "race"
}
