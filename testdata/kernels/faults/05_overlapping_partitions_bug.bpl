// Kernel k of 05_overlapping_partitions_bug.cu:3, two arbitrary threads
// blockDim = 64x1x1, gridDim = 1x1x1
// arithmetic: int (every operation that matters is exact in integers)
// run: boogie stdin.bpl

// The two threads
const local_id_x$1: int;
const local_id_x$2: int;

axiom 0 <= local_id_x$1 && local_id_x$1 < 64;
axiom 0 <= local_id_x$2 && local_id_x$2 < 64;

// Array sh (shared)
var READ_HAS_OCCURRED_sh:  bool;
var READ_OFFSET_sh:        int;
var READ_SOURCE_sh:        int;
var WRITE_HAS_OCCURRED_sh: bool;
var WRITE_OFFSET_sh:       int;
var WRITE_SOURCE_sh:       int;

procedure {:inline 1} LOG_READ_sh(P: bool, offset: int, source: int)
  modifies READ_HAS_OCCURRED_sh, READ_OFFSET_sh, READ_SOURCE_sh;
{
  var track: bool;

  havoc track;
  if (P && track) {
    READ_HAS_OCCURRED_sh := true;
    READ_OFFSET_sh := offset;
    READ_SOURCE_sh := source;
  }
}

procedure CHECK_READ_sh(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_sh && WRITE_OFFSET_sh == offset);

procedure {:inline 1} LOG_WRITE_sh(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_sh, WRITE_OFFSET_sh, WRITE_SOURCE_sh;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_sh := true;
    WRITE_OFFSET_sh := offset;
    WRITE_SOURCE_sh := source;
  }
}

procedure CHECK_WRITE_sh(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_sh && WRITE_OFFSET_sh == offset);
  requires !(P && READ_HAS_OCCURRED_sh && READ_OFFSET_sh == offset);

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
    assume !READ_HAS_OCCURRED_sh;
    assume !WRITE_HAS_OCCURRED_sh;
    assume !WRITE_HAS_OCCURRED_out;
  }
}

// Two threads of one block.
procedure k()
  requires local_id_x$1 != local_id_x$2;
  requires !READ_HAS_OCCURRED_sh && !WRITE_HAS_OCCURRED_sh;
  requires !WRITE_HAS_OCCURRED_out;
  modifies READ_HAS_OCCURRED_sh, READ_OFFSET_sh, READ_SOURCE_sh, WRITE_HAS_OCCURRED_sh,
      WRITE_OFFSET_sh, WRITE_SOURCE_sh, WRITE_HAS_OCCURRED_out, WRITE_OFFSET_out, WRITE_SOURCE_out;
{
  var t$1: int;
  var t$2: int;

  // 05_overlapping_partitions_bug.cu:7: int t = threadIdx.x;
  t$1 := local_id_x$1;
  t$2 := local_id_x$2;
  // 05_overlapping_partitions_bug.cu:8: idx[t] = t;  // want "write-write race on sh"
  call LOG_WRITE_sh(true, t$1, 0);
  call CHECK_WRITE_sh(true, t$2);
  // 05_overlapping_partitions_bug.cu:9: val[t] = 2 * t;  // want "write-write race on sh"
  call LOG_WRITE_sh(true, 32 + t$1, 1);
  call CHECK_WRITE_sh(true, 32 + t$2);
  // 05_overlapping_partitions_bug.cu:10: __syncthreads();
  call BARRIER(true, true);
  // 05_overlapping_partitions_bug.cu:11: out[t] = idx[t] + val[t];
  call LOG_READ_sh(true, t$1, 2);
  call CHECK_READ_sh(true, t$2);
  call LOG_READ_sh(true, 32 + t$1, 3);
  call CHECK_READ_sh(true, 32 + t$2);
  call LOG_WRITE_out(true, t$1, 4);
  call CHECK_WRITE_out(true, t$2);
}
