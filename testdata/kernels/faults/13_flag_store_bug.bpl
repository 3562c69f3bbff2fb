// Kernel k of 13_flag_store_bug.cu:3, two arbitrary threads
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

// Array flag (global)
var WRITE_HAS_OCCURRED_flag: bool;
var WRITE_OFFSET_flag:       int;
var WRITE_SOURCE_flag:       int;

procedure {:inline 1} LOG_WRITE_flag(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_flag, WRITE_OFFSET_flag, WRITE_SOURCE_flag;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_flag := true;
    WRITE_OFFSET_flag := offset;
    WRITE_SOURCE_flag := source;
  }
}

procedure CHECK_WRITE_flag(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_flag && WRITE_OFFSET_flag == offset);

// The kernel
// Two threads of one block.
procedure k()
  requires local_id_x$1 != local_id_x$2;
  requires !WRITE_HAS_OCCURRED_flag;
  modifies WRITE_HAS_OCCURRED_flag, WRITE_OFFSET_flag, WRITE_SOURCE_flag;
{
  var if_5$1: bool;
  var if_5$2: bool;
  var t$1:    int;
  var t$2:    int;
  var t_1$1:  int;
  var t_1$2:  int;

  // 13_flag_store_bug.cu:4: int t = threadIdx.x;
  t$1 := local_id_x$1;
  t$2 := local_id_x$2;
  // 13_flag_store_bug.cu:5: if (in[t] < 0) flag[0] = t + 1;  // want "write-write race on flag"
  t_1$1 := in[t$1];
  t_1$2 := in[t$2];
  assume IS_I32(t_1$1);
  assume IS_I32(t_1$2);
  if_5$1 := t_1$1 < 0;
  if_5$2 := t_1$2 < 0;
  call LOG_WRITE_flag(if_5$1, 0, 0);
  call CHECK_WRITE_flag(if_5$2, 0);
}
