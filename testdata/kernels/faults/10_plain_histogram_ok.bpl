// Kernel k of 10_plain_histogram_ok.cu:3, two arbitrary threads
// blockDim = 32x1x1, gridDim = 2x1x1
// arithmetic: int (every operation that matters is exact in integers)
// run: boogie stdin.bpl

// The two threads
const local_id_x$1: int;
const local_id_x$2: int;
const group_id_x:   int;

axiom 0 <= local_id_x$1 && local_id_x$1 < 32;
axiom 0 <= local_id_x$2 && local_id_x$2 < 32;
axiom 0 <= group_id_x && group_id_x < 2;

// Operations
function {:inline} IS_I32(x: int): bool { -2147483648 <= x && x < 2147483648 }

// Array key (global)
const key: [int]int;  // never written

// The kernel
// Two threads of one block.
procedure k()
  requires local_id_x$1 != local_id_x$2;
{
  var g$1: int;
  var g$2: int;
  var t$1: int;
  var t$2: int;

  // 10_plain_histogram_ok.cu:4: int g = blockIdx.x * blockDim.x + threadIdx.x;
  g$1 := group_id_x * 32 + local_id_x$1;
  g$2 := group_id_x * 32 + local_id_x$2;
  // 10_plain_histogram_ok.cu:5: atomicAdd(&hist[key[g] & 7], 1);
  t$1 := key[g$1];
  t$2 := key[g$2];
  assume IS_I32(t$1);
  assume IS_I32(t$2);
}
