// Kernel k of 11_interblock_halo_bug.cu:3, two arbitrary threads
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

// Array a (global)
var READ_HAS_OCCURRED_a:  bool;
var READ_OFFSET_a:        int;
var READ_SOURCE_a:        int;
var WRITE_HAS_OCCURRED_a: bool;
var WRITE_OFFSET_a:       int;
var WRITE_SOURCE_a:       int;

procedure {:inline 1} LOG_READ_a(P: bool, offset: int, source: int)
  modifies READ_HAS_OCCURRED_a, READ_OFFSET_a, READ_SOURCE_a;
{
  var track: bool;

  havoc track;
  if (P && track) {
    READ_HAS_OCCURRED_a := true;
    READ_OFFSET_a := offset;
    READ_SOURCE_a := source;
  }
}

procedure CHECK_READ_a(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_a && WRITE_OFFSET_a == offset);

procedure {:inline 1} LOG_WRITE_a(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_a, WRITE_OFFSET_a, WRITE_SOURCE_a;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_a := true;
    WRITE_OFFSET_a := offset;
    WRITE_SOURCE_a := source;
  }
}

procedure CHECK_WRITE_a(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_a && WRITE_OFFSET_a == offset);
  requires !(P && READ_HAS_OCCURRED_a && READ_OFFSET_a == offset);

// The kernel
procedure {:inline 1} BARRIER(P$1: bool, P$2: bool)
{
  if (P$1 && P$2) {
    assume !READ_HAS_OCCURRED_a;
    assume !WRITE_HAS_OCCURRED_a;
  }
}

// Two threads of one block.
procedure k()
  requires local_id_x$1 != local_id_x$2;
  requires !READ_HAS_OCCURRED_a && !WRITE_HAS_OCCURRED_a;
  modifies READ_HAS_OCCURRED_a, READ_OFFSET_a, READ_SOURCE_a, WRITE_HAS_OCCURRED_a, WRITE_OFFSET_a,
      WRITE_SOURCE_a;
{
  var g$1:    int;
  var g$2:    int;
  var if_5$1: bool;
  var if_5$2: bool;

  // 11_interblock_halo_bug.cu:4: int g = blockIdx.x * 32 + threadIdx.x;
  g$1 := group_id_x * 32 + local_id_x$1;
  g$2 := group_id_x * 32 + local_id_x$2;
  // 11_interblock_halo_bug.cu:5: int v = (g < 63) ? a[g + 1] : 0;  // want "read-write race on a"
  if_5$1 := g$1 < 63;
  if_5$2 := g$2 < 63;
  call LOG_READ_a(if_5$1, g$1 + 1, 0);
  call CHECK_READ_a(if_5$2, g$2 + 1);
  // 11_interblock_halo_bug.cu:6: __syncthreads();
  call BARRIER(true, true);
  // 11_interblock_halo_bug.cu:7: a[g] += v;  // want "read-write race on a"
  call LOG_READ_a(true, g$1, 1);
  call CHECK_READ_a(true, g$2);
  call LOG_WRITE_a(true, g$1, 2);
  call CHECK_WRITE_a(true, g$2);
}

// Two threads of different blocks: only global arrays are shared, barriers order nothing.
procedure k_2$blocks()
  requires group_id_x$1 != group_id_x$2;
  requires !READ_HAS_OCCURRED_a && !WRITE_HAS_OCCURRED_a;
  modifies READ_HAS_OCCURRED_a, READ_OFFSET_a, READ_SOURCE_a, WRITE_HAS_OCCURRED_a, WRITE_OFFSET_a,
      WRITE_SOURCE_a;
{
  var g$1:      int;
  var g$2:      int;
  var if_5_2$1: bool;
  var if_5_2$2: bool;

  // 11_interblock_halo_bug.cu:4: int g = blockIdx.x * 32 + threadIdx.x;
  g$1 := group_id_x$1 * 32 + local_id_x$1;
  g$2 := group_id_x$2 * 32 + local_id_x$2;
  // 11_interblock_halo_bug.cu:5: int v = (g < 63) ? a[g + 1] : 0;  // want "read-write race on a"
  if_5_2$1 := g$1 < 63;
  if_5_2$2 := g$2 < 63;
  call LOG_READ_a(if_5_2$1, g$1 + 1, 3);
  call CHECK_READ_a(if_5_2$2, g$2 + 1);
  // 11_interblock_halo_bug.cu:7: a[g] += v;  // want "read-write race on a"
  call LOG_READ_a(true, g$1, 4);
  call CHECK_READ_a(true, g$2);
  call LOG_WRITE_a(true, g$1, 5);
  call CHECK_WRITE_a(true, g$2);
}
