// Kernel k of 08_init_vs_atomic_ok.cu:3, two arbitrary threads
// blockDim = 64x1x1, gridDim = 1x1x1
// arithmetic: int (every operation that matters is exact in integers)
// run: boogie stdin.bpl

// The two threads
const local_id_x$1: int;
const local_id_x$2: int;

axiom 0 <= local_id_x$1 && local_id_x$1 < 64;
axiom 0 <= local_id_x$2 && local_id_x$2 < 64;

// Array cnt (shared)
var READ_HAS_OCCURRED_cnt:   bool;
var READ_OFFSET_cnt:         int;
var READ_SOURCE_cnt:         int;
var WRITE_HAS_OCCURRED_cnt:  bool;
var WRITE_OFFSET_cnt:        int;
var WRITE_SOURCE_cnt:        int;
var ATOMIC_HAS_OCCURRED_cnt: bool;
var ATOMIC_OFFSET_cnt:       int;
var ATOMIC_SOURCE_cnt:       int;

procedure {:inline 1} LOG_READ_cnt(P: bool, offset: int, source: int)
  modifies READ_HAS_OCCURRED_cnt, READ_OFFSET_cnt, READ_SOURCE_cnt;
{
  var track: bool;

  havoc track;
  if (P && track) {
    READ_HAS_OCCURRED_cnt := true;
    READ_OFFSET_cnt := offset;
    READ_SOURCE_cnt := source;
  }
}

procedure CHECK_READ_cnt(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_cnt && WRITE_OFFSET_cnt == offset);
  requires !(P && ATOMIC_HAS_OCCURRED_cnt && ATOMIC_OFFSET_cnt == offset);

procedure {:inline 1} LOG_WRITE_cnt(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_cnt, WRITE_OFFSET_cnt, WRITE_SOURCE_cnt;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_cnt := true;
    WRITE_OFFSET_cnt := offset;
    WRITE_SOURCE_cnt := source;
  }
}

procedure CHECK_WRITE_cnt(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_cnt && WRITE_OFFSET_cnt == offset);
  requires !(P && READ_HAS_OCCURRED_cnt && READ_OFFSET_cnt == offset);
  requires !(P && ATOMIC_HAS_OCCURRED_cnt && ATOMIC_OFFSET_cnt == offset);

procedure {:inline 1} LOG_ATOMIC_cnt(P: bool, offset: int, source: int)
  modifies ATOMIC_HAS_OCCURRED_cnt, ATOMIC_OFFSET_cnt, ATOMIC_SOURCE_cnt;
{
  var track: bool;

  havoc track;
  if (P && track) {
    ATOMIC_HAS_OCCURRED_cnt := true;
    ATOMIC_OFFSET_cnt := offset;
    ATOMIC_SOURCE_cnt := source;
  }
}

procedure CHECK_ATOMIC_cnt(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_cnt && WRITE_OFFSET_cnt == offset);
  requires !(P && READ_HAS_OCCURRED_cnt && READ_OFFSET_cnt == offset);

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
    assume !READ_HAS_OCCURRED_cnt;
    assume !WRITE_HAS_OCCURRED_cnt;
    assume !ATOMIC_HAS_OCCURRED_cnt;
    assume !WRITE_HAS_OCCURRED_out;
  }
}

// Two threads of one block.
procedure k()
  requires local_id_x$1 != local_id_x$2;
  requires !READ_HAS_OCCURRED_cnt && !WRITE_HAS_OCCURRED_cnt && !ATOMIC_HAS_OCCURRED_cnt;
  requires !WRITE_HAS_OCCURRED_out;
  modifies READ_HAS_OCCURRED_cnt, READ_OFFSET_cnt, READ_SOURCE_cnt, WRITE_HAS_OCCURRED_cnt,
      WRITE_OFFSET_cnt, WRITE_SOURCE_cnt, ATOMIC_HAS_OCCURRED_cnt, ATOMIC_OFFSET_cnt,
      ATOMIC_SOURCE_cnt, WRITE_HAS_OCCURRED_out, WRITE_OFFSET_out, WRITE_SOURCE_out;
{
  var if_10$1: bool;
  var if_10$2: bool;
  var if_6$1:  bool;
  var if_6$2:  bool;
  var t$1:     int;
  var t$2:     int;

  // 08_init_vs_atomic_ok.cu:5: int t = threadIdx.x;
  t$1 := local_id_x$1;
  t$2 := local_id_x$2;
  // 08_init_vs_atomic_ok.cu:6: if (t == 0) cnt = 0;
  if_6$1 := t$1 == 0;
  if_6$2 := t$2 == 0;
  call LOG_WRITE_cnt(if_6$1, 0, 0);
  call CHECK_WRITE_cnt(if_6$2, 0);
  // 08_init_vs_atomic_ok.cu:7: __syncthreads();
  call BARRIER(true, true);
  // 08_init_vs_atomic_ok.cu:8: atomicAdd(&cnt, 1);
  call LOG_ATOMIC_cnt(true, 0, 1);
  call CHECK_ATOMIC_cnt(true, 0);
  // 08_init_vs_atomic_ok.cu:9: __syncthreads();
  call BARRIER(true, true);
  // 08_init_vs_atomic_ok.cu:10: if (t == 0) out[0] = cnt;
  if_10$1 := t$1 == 0;
  if_10$2 := t$2 == 0;
  call LOG_READ_cnt(if_10$1, 0, 2);
  call CHECK_READ_cnt(if_10$2, 0);
  call LOG_WRITE_out(if_10$1, 0, 3);
  call CHECK_WRITE_out(if_10$2, 0);
}
