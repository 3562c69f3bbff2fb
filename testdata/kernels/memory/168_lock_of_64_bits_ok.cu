//pass
//--blockDim=64 --gridDim=1000

// The lock has 64 bits, and its data 32: accesses to one struct have two widths.
struct Account {
  unsigned long long owner;
  int balance, moves;
};
__device__ Account account;

__global__ void pay(const int *in) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&account.owner, 0ull, 1ull) != 0) {
  }
  __threadfence();
  account.balance += in[blockIdx.x];
  account.moves += 1;
  __threadfence();
  *(volatile unsigned long long *)&account.owner = 0;
}
