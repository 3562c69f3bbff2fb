//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1000

// Who does not get the lock gives it back all the same, also while another holds it.
struct Account {
  unsigned long long owner;
  int balance, moves;
};
__device__ Account account;

__global__ void pay(const int *in) {
  if (threadIdx.x != 0) return;
  if (atomicCAS(&account.owner, 0ull, 1ull) != 0) {
    *(volatile unsigned long long *)&account.owner = 0;
    return;
  }
  __threadfence();
  account.balance += in[blockIdx.x]; // want "race on account.balance"
  account.moves += 1; // want "race on account.moves"
  __threadfence();
  *(volatile unsigned long long *)&account.owner = 0;
}
