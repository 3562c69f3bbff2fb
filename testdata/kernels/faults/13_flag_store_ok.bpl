// Kernel k of 13_flag_store_ok.cu:3, two arbitrary threads
// blockDim = 64x1x1, gridDim = 1x1x1
// arithmetic: int (every operation that matters is exact in integers)
// run: boogie stdin.bpl

// The two threads
const local_id_x$1: int;
const local_id_x$2: int;

axiom 0 <= local_id_x$1 && local_id_x$1 < 64;
axiom 0 <= local_id_x$2 && local_id_x$2 < 64;

// Operations
function {:inline} IS_I32(x: int): bool { -2147483648 <= x && x < 2147483648 }

// Array in (global)
const in: [int]int;  // never written

// The kernel
// Two threads of one block.
procedure k()
  requires local_id_x$1 != local_id_x$2;
{
  var if_5$1: bool;
  var if_5$2: bool;
  var t$1:    int;
  var t$2:    int;
  var t_1$1:  int;
  var t_1$2:  int;

  // 13_flag_store_ok.cu:4: int t = threadIdx.x;
  t$1 := local_id_x$1;
  t$2 := local_id_x$2;
  // 13_flag_store_ok.cu:5: if (in[t] < 0) atomicMax(&flag[0], t + 1);
  t_1$1 := in[t$1];
  t_1$2 := in[t$2];
  assume IS_I32(t_1$1);
  assume IS_I32(t_1$2);
  if_5$1 := t_1$1 < 0;
  if_5$2 := t_1$2 < 0;
}
