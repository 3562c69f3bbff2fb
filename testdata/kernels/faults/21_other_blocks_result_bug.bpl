// Kernel k of 21_other_blocks_result_bug.cu:4, two arbitrary threads
// blockDim = 64x1x1, gridDim = 4x1x1
// arithmetic: int (every operation that matters is exact in integers)
// run: boogie stdin.bpl

// The two threads
const local_id_x$1: int;
const local_id_x$2: int;
const group_id_x:   int;
const group_id_x$1: int;
const group_id_x$2: int;

axiom 0 <= local_id_x$1 && local_id_x$1 < 64;
axiom 0 <= local_id_x$2 && local_id_x$2 < 64;
axiom 0 <= group_id_x && group_id_x < 4;
axiom 0 <= group_id_x$1 && group_id_x$1 < 4;
axiom 0 <= group_id_x$2 && group_id_x$2 < 4;

// Array sums (global)
var READ_HAS_OCCURRED_sums:  bool;
var READ_OFFSET_sums:        int;
var READ_SOURCE_sums:        int;
var WRITE_HAS_OCCURRED_sums: bool;
var WRITE_OFFSET_sums:       int;
var WRITE_SOURCE_sums:       int;

procedure {:inline 1} LOG_READ_sums(P: bool, offset: int, source: int)
  modifies READ_HAS_OCCURRED_sums, READ_OFFSET_sums, READ_SOURCE_sums;
{
  var track: bool;

  havoc track;
  if (P && track) {
    READ_HAS_OCCURRED_sums := true;
    READ_OFFSET_sums := offset;
    READ_SOURCE_sums := source;
  }
}

procedure CHECK_READ_sums(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_sums && WRITE_OFFSET_sums == offset);

procedure {:inline 1} LOG_WRITE_sums(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_sums, WRITE_OFFSET_sums, WRITE_SOURCE_sums;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_sums := true;
    WRITE_OFFSET_sums := offset;
    WRITE_SOURCE_sums := source;
  }
}

procedure CHECK_WRITE_sums(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_sums && WRITE_OFFSET_sums == offset);
  requires !(P && READ_HAS_OCCURRED_sums && READ_OFFSET_sums == offset);

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
// Two threads of one block.
procedure k()
  requires local_id_x$1 != local_id_x$2;
  requires !READ_HAS_OCCURRED_sums && !WRITE_HAS_OCCURRED_sums;
  requires !WRITE_HAS_OCCURRED_out;
  modifies READ_HAS_OCCURRED_sums, READ_OFFSET_sums, READ_SOURCE_sums, WRITE_HAS_OCCURRED_sums,
      WRITE_OFFSET_sums, WRITE_SOURCE_sums, WRITE_HAS_OCCURRED_out, WRITE_OFFSET_out,
      WRITE_SOURCE_out;
{
  var if_5$1: bool;
  var if_5$2: bool;

  // 21_other_blocks_result_bug.cu:5: if (threadIdx.x == 0) sums[blockIdx.x] = in[blockIdx.x];          // want "race on sums"
  if_5$1 := local_id_x$1 == 0;
  if_5$2 := local_id_x$2 == 0;
  call LOG_WRITE_sums(if_5$1, group_id_x, 0);
  call CHECK_WRITE_sums(if_5$2, group_id_x);
  // 21_other_blocks_result_bug.cu:6: out[blockIdx.x * 64 + threadIdx.x] = sums[(blockIdx.x + 1) % 4];  // want "race on sums"
  call LOG_READ_sums(true, (group_id_x + 1) mod 4, 1);
  call CHECK_READ_sums(true, (group_id_x + 1) mod 4);
  call LOG_WRITE_out(true, group_id_x * 64 + local_id_x$1, 2);
  call CHECK_WRITE_out(true, group_id_x * 64 + local_id_x$2);
}

// Two threads of different blocks: only global arrays are shared, barriers order nothing.
procedure k_2$blocks()
  requires group_id_x$1 != group_id_x$2;
  requires !READ_HAS_OCCURRED_sums && !WRITE_HAS_OCCURRED_sums;
  requires !WRITE_HAS_OCCURRED_out;
  modifies READ_HAS_OCCURRED_sums, READ_OFFSET_sums, READ_SOURCE_sums, WRITE_HAS_OCCURRED_sums,
      WRITE_OFFSET_sums, WRITE_SOURCE_sums, WRITE_HAS_OCCURRED_out, WRITE_OFFSET_out,
      WRITE_SOURCE_out;
{
  var if_5_2$1: bool;
  var if_5_2$2: bool;

  // 21_other_blocks_result_bug.cu:5: if (threadIdx.x == 0) sums[blockIdx.x] = in[blockIdx.x];          // want "race on sums"
  if_5_2$1 := local_id_x$1 == 0;
  if_5_2$2 := local_id_x$2 == 0;
  call LOG_WRITE_sums(if_5_2$1, group_id_x$1, 3);
  call CHECK_WRITE_sums(if_5_2$2, group_id_x$2);
  // 21_other_blocks_result_bug.cu:6: out[blockIdx.x * 64 + threadIdx.x] = sums[(blockIdx.x + 1) % 4];  // want "race on sums"
  call LOG_READ_sums(true, (group_id_x$1 + 1) mod 4, 4);
  call CHECK_READ_sums(true, (group_id_x$2 + 1) mod 4);
  call LOG_WRITE_out(true, group_id_x$1 * 64 + local_id_x$1, 5);
  call CHECK_WRITE_out(true, group_id_x$2 * 64 + local_id_x$2);
}
