// Kernel k of 10_plain_histogram_bug.cu:3, two arbitrary threads
// blockDim = 32x1x1, gridDim = 2x1x1
// arithmetic: int (every operation that matters is exact in integers)
// run: boogie stdin.bpl

// The two threads
const local_id_x$1: int;
const local_id_x$2: int;
const group_id_x:   int;
const group_id_x$1: int;
const group_id_x$2: int;

axiom 0 <= local_id_x$1 && local_id_x$1 < 32;
axiom 0 <= local_id_x$2 && local_id_x$2 < 32;
axiom 0 <= group_id_x && group_id_x < 2;
axiom 0 <= group_id_x$1 && group_id_x$1 < 2;
axiom 0 <= group_id_x$2 && group_id_x$2 < 2;

// Operations
function {:inline} IS_I32(x: int): bool { -2147483648 <= x && x < 2147483648 }

// Array key (global)
const key: [int]int;  // never written

// Array hist (global)
var READ_HAS_OCCURRED_hist:  bool;
var READ_OFFSET_hist:        int;
var READ_SOURCE_hist:        int;
var WRITE_HAS_OCCURRED_hist: bool;
var WRITE_OFFSET_hist:       int;
var WRITE_SOURCE_hist:       int;

procedure {:inline 1} LOG_READ_hist(P: bool, offset: int, source: int)
  modifies READ_HAS_OCCURRED_hist, READ_OFFSET_hist, READ_SOURCE_hist;
{
  var track: bool;

  havoc track;
  if (P && track) {
    READ_HAS_OCCURRED_hist := true;
    READ_OFFSET_hist := offset;
    READ_SOURCE_hist := source;
  }
}

procedure CHECK_READ_hist(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_hist && WRITE_OFFSET_hist == offset);

procedure {:inline 1} LOG_WRITE_hist(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_hist, WRITE_OFFSET_hist, WRITE_SOURCE_hist;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_hist := true;
    WRITE_OFFSET_hist := offset;
    WRITE_SOURCE_hist := source;
  }
}

procedure CHECK_WRITE_hist(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_hist && WRITE_OFFSET_hist == offset);
  requires !(P && READ_HAS_OCCURRED_hist && READ_OFFSET_hist == offset);

// The kernel
// Two threads of one block.
procedure k()
  requires local_id_x$1 != local_id_x$2;
  requires !READ_HAS_OCCURRED_hist && !WRITE_HAS_OCCURRED_hist;
  modifies READ_HAS_OCCURRED_hist, READ_OFFSET_hist, READ_SOURCE_hist, WRITE_HAS_OCCURRED_hist,
      WRITE_OFFSET_hist, WRITE_SOURCE_hist;
{
  var g$1: int;
  var g$2: int;
  var t$1: int;
  var t$2: int;

  // 10_plain_histogram_bug.cu:4: int g = blockIdx.x * blockDim.x + threadIdx.x;
  g$1 := group_id_x * 32 + local_id_x$1;
  g$2 := group_id_x * 32 + local_id_x$2;
  // 10_plain_histogram_bug.cu:5: hist[key[g] & 7] += 1;  // want "race on hist"
  t$1 := key[g$1];
  t$2 := key[g$2];
  assume IS_I32(t$1);
  assume IS_I32(t$2);
  call LOG_READ_hist(true, t$1 mod 8, 0);
  call CHECK_READ_hist(true, t$2 mod 8);
  call LOG_WRITE_hist(true, t$1 mod 8, 1);
  call CHECK_WRITE_hist(true, t$2 mod 8);
}

// Two threads of different blocks: only global arrays are shared, barriers order nothing.
procedure k_2$blocks()
  requires group_id_x$1 != group_id_x$2;
  requires !READ_HAS_OCCURRED_hist && !WRITE_HAS_OCCURRED_hist;
  modifies READ_HAS_OCCURRED_hist, READ_OFFSET_hist, READ_SOURCE_hist, WRITE_HAS_OCCURRED_hist,
      WRITE_OFFSET_hist, WRITE_SOURCE_hist;
{
  var g$1: int;
  var g$2: int;
  var t$1: int;
  var t$2: int;

  // 10_plain_histogram_bug.cu:4: int g = blockIdx.x * blockDim.x + threadIdx.x;
  g$1 := group_id_x$1 * 32 + local_id_x$1;
  g$2 := group_id_x$2 * 32 + local_id_x$2;
  // 10_plain_histogram_bug.cu:5: hist[key[g] & 7] += 1;  // want "race on hist"
  t$1 := key[g$1];
  t$2 := key[g$2];
  assume IS_I32(t$1);
  assume IS_I32(t$2);
  call LOG_READ_hist(true, t$1 mod 8, 2);
  call CHECK_READ_hist(true, t$2 mod 8);
  call LOG_WRITE_hist(true, t$1 mod 8, 3);
  call CHECK_WRITE_hist(true, t$2 mod 8);
}
