// Kernel k of 04_scratch_reuse_bug.cu:3, two arbitrary threads
// blockDim = 64x1x1, gridDim = 1x1x1
// arithmetic: int (every operation that matters is exact in integers)
// run: boogie stdin.bpl

// The two threads
const local_id_x$1: int;
const local_id_x$2: int;

axiom 0 <= local_id_x$1 && local_id_x$1 < 64;
axiom 0 <= local_id_x$2 && local_id_x$2 < 64;

// Array red (shared)
var READ_HAS_OCCURRED_red:  bool;
var READ_OFFSET_red:        int;
var READ_SOURCE_red:        int;
var WRITE_HAS_OCCURRED_red: bool;
var WRITE_OFFSET_red:       int;
var WRITE_SOURCE_red:       int;

procedure {:inline 1} LOG_READ_red(P: bool, offset: int, source: int)
  modifies READ_HAS_OCCURRED_red, READ_OFFSET_red, READ_SOURCE_red;
{
  var track: bool;

  havoc track;
  if (P && track) {
    READ_HAS_OCCURRED_red := true;
    READ_OFFSET_red := offset;
    READ_SOURCE_red := source;
  }
}

procedure CHECK_READ_red(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_red && WRITE_OFFSET_red == offset);

procedure {:inline 1} LOG_WRITE_red(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_red, WRITE_OFFSET_red, WRITE_SOURCE_red;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_red := true;
    WRITE_OFFSET_red := offset;
    WRITE_SOURCE_red := source;
  }
}

procedure CHECK_WRITE_red(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_red && WRITE_OFFSET_red == offset);
  requires !(P && READ_HAS_OCCURRED_red && READ_OFFSET_red == offset);

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
    assume !READ_HAS_OCCURRED_red;
    assume !WRITE_HAS_OCCURRED_red;
    assume !WRITE_HAS_OCCURRED_out;
  }
}

// Two threads of one block.
procedure k()
  requires local_id_x$1 != local_id_x$2;
  requires !READ_HAS_OCCURRED_red && !WRITE_HAS_OCCURRED_red;
  requires !WRITE_HAS_OCCURRED_out;
  modifies READ_HAS_OCCURRED_red, READ_OFFSET_red, READ_SOURCE_red, WRITE_HAS_OCCURRED_red,
      WRITE_OFFSET_red, WRITE_SOURCE_red, WRITE_HAS_OCCURRED_out, WRITE_OFFSET_out, WRITE_SOURCE_out;
{
  var if_6$1: bool;
  var if_6$2: bool;
  var if_9$1: bool;
  var if_9$2: bool;
  var t$1:    int;
  var t$2:    int;

  // 04_scratch_reuse_bug.cu:5: int t = threadIdx.x;
  t$1 := local_id_x$1;
  t$2 := local_id_x$2;
  // 04_scratch_reuse_bug.cu:6: if (t % 32 == 0) red[t / 32] = in[t];
  if_6$1 := t$1 mod 32 == 0;
  if_6$2 := t$2 mod 32 == 0;
  call LOG_WRITE_red(if_6$1, t$1 div 32, 0);
  call CHECK_WRITE_red(if_6$2, t$2 div 32);
  // 04_scratch_reuse_bug.cu:7: __syncthreads();
  call BARRIER(true, true);
  // 04_scratch_reuse_bug.cu:8: int m = red[0] + red[1];  // want "read-write race on red"
  call LOG_READ_red(true, 0, 1);
  call CHECK_READ_red(true, 0);
  call LOG_READ_red(true, 1, 2);
  call CHECK_READ_red(true, 1);
  // 04_scratch_reuse_bug.cu:9: if (t % 32 == 0) red[t / 32] = in[64 + t];  // want "read-write race on red"
  if_9$1 := t$1 mod 32 == 0;
  if_9$2 := t$2 mod 32 == 0;
  call LOG_WRITE_red(if_9$1, t$1 div 32, 3);
  call CHECK_WRITE_red(if_9$2, t$2 div 32);
  // 04_scratch_reuse_bug.cu:10: __syncthreads();
  call BARRIER(true, true);
  // 04_scratch_reuse_bug.cu:11: out[t] = m + red[0] + red[1];
  call LOG_READ_red(true, 0, 4);
  call CHECK_READ_red(true, 0);
  call LOG_READ_red(true, 1, 5);
  call CHECK_READ_red(true, 1);
  call LOG_WRITE_out(true, t$1, 6);
  call CHECK_WRITE_out(true, t$2);
}
