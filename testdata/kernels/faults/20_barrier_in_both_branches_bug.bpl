// Kernel k of 20_barrier_in_both_branches_bug.cu:3, two arbitrary threads
// blockDim = 64x1x1, gridDim = 1x1x1
// arithmetic: int (every operation that matters is exact in integers)
// run: boogie stdin.bpl

// The two threads
const local_id_x$1: int;
const local_id_x$2: int;

axiom 0 <= local_id_x$1 && local_id_x$1 < 64;
axiom 0 <= local_id_x$2 && local_id_x$2 < 64;

// Array s (shared)
var READ_HAS_OCCURRED_s:  bool;
var READ_OFFSET_s:        int;
var READ_SOURCE_s:        int;
var WRITE_HAS_OCCURRED_s: bool;
var WRITE_OFFSET_s:       int;
var WRITE_SOURCE_s:       int;

procedure {:inline 1} LOG_READ_s(P: bool, offset: int, source: int)
  modifies READ_HAS_OCCURRED_s, READ_OFFSET_s, READ_SOURCE_s;
{
  var track: bool;

  havoc track;
  if (P && track) {
    READ_HAS_OCCURRED_s := true;
    READ_OFFSET_s := offset;
    READ_SOURCE_s := source;
  }
}

procedure CHECK_READ_s(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_s && WRITE_OFFSET_s == offset);

procedure {:inline 1} LOG_WRITE_s(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_s, WRITE_OFFSET_s, WRITE_SOURCE_s;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_s := true;
    WRITE_OFFSET_s := offset;
    WRITE_SOURCE_s := source;
  }
}

procedure CHECK_WRITE_s(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_s && WRITE_OFFSET_s == offset);
  requires !(P && READ_HAS_OCCURRED_s && READ_OFFSET_s == offset);

// Array out (global)
var WRITE_HAS_OCCURRED_out: bool;
var WRITE_OFFSET_out:       int;
var WRITE_SOURCE_out:       int;

procedure {:inline 1} LOG_WRITE_out(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_out, WRITE_OFFSET_out, WRITE_SOURCE_out;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_out := true;
    WRITE_OFFSET_out := offset;
    WRITE_SOURCE_out := source;
  }
}

procedure CHECK_WRITE_out(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_out && WRITE_OFFSET_out == offset);

// The kernel
procedure {:inline 1} BARRIER(P$1: bool, P$2: bool)
{
  if (P$1 && P$2) {
    assume !READ_HAS_OCCURRED_s;
    assume !WRITE_HAS_OCCURRED_s;
    assume !WRITE_HAS_OCCURRED_out;
  }
}

// Two threads of one block.
procedure k()
  requires local_id_x$1 != local_id_x$2;
  requires !READ_HAS_OCCURRED_s && !WRITE_HAS_OCCURRED_s;
  requires !WRITE_HAS_OCCURRED_out;
  modifies READ_HAS_OCCURRED_s, READ_OFFSET_s, READ_SOURCE_s, WRITE_HAS_OCCURRED_s, WRITE_OFFSET_s,
      WRITE_SOURCE_s, WRITE_HAS_OCCURRED_out, WRITE_OFFSET_out, WRITE_SOURCE_out;
{
  var else_7$1: bool;
  var else_7$2: bool;
  var if_7$1:   bool;
  var if_7$2:   bool;
  var t$1:      int;
  var t$2:      int;

  // 20_barrier_in_both_branches_bug.cu:5: int t = threadIdx.x;
  t$1 := local_id_x$1;
  t$2 := local_id_x$2;
  // 20_barrier_in_both_branches_bug.cu:6: s[t] = in[t];
  call LOG_WRITE_s(true, t$1, 0);
  call CHECK_WRITE_s(true, t$2);
  // 20_barrier_in_both_branches_bug.cu:7: if (t < 32) {
  if_7$1 := t$1 < 32;
  if_7$2 := t$2 < 32;
  else_7$1 := !if_7$1;
  else_7$2 := !if_7$2;
  // 20_barrier_in_both_branches_bug.cu:8: __syncthreads();  // want "barrier divergence"
  assert if_7$1 == if_7$2;
  call BARRIER(if_7$1, if_7$2);
  // 20_barrier_in_both_branches_bug.cu:9: out[t] = s[63 - t];
  call LOG_READ_s(if_7$1, 63 - t$1, 2);
  call CHECK_READ_s(if_7$2, 63 - t$2);
  call LOG_WRITE_out(if_7$1, t$1, 3);
  call CHECK_WRITE_out(if_7$2, t$2);
  // 20_barrier_in_both_branches_bug.cu:11: __syncthreads();
  assert else_7$1 == else_7$2;
  call BARRIER(else_7$1, else_7$2);
  // 20_barrier_in_both_branches_bug.cu:12: out[t] = 2 * s[63 - t];
  call LOG_READ_s(else_7$1, 63 - t$1, 5);
  call CHECK_READ_s(else_7$2, 63 - t$2);
  call LOG_WRITE_out(else_7$1, t$1, 6);
  call CHECK_WRITE_out(else_7$2, t$2);
}
