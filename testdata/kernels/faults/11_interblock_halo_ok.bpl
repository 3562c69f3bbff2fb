// Kernel k of 11_interblock_halo_ok.cu:3, two arbitrary threads
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

// Array b (global)
var WRITE_HAS_OCCURRED_b: bool;
var WRITE_OFFSET_b:       int;
var WRITE_SOURCE_b:       int;

procedure {:inline 1} LOG_WRITE_b(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_b, WRITE_OFFSET_b, WRITE_SOURCE_b;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_b := true;
    WRITE_OFFSET_b := offset;
    WRITE_SOURCE_b := source;
  }
}

procedure CHECK_WRITE_b(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_b && WRITE_OFFSET_b == offset);

// The kernel
procedure {:inline 1} BARRIER(P$1: bool, P$2: bool)
{
  if (P$1 && P$2) {
    assume !WRITE_HAS_OCCURRED_b;
  }
}

// Two threads of one block.
procedure k()
  requires local_id_x$1 != local_id_x$2;
  requires !WRITE_HAS_OCCURRED_b;
  modifies WRITE_HAS_OCCURRED_b, WRITE_OFFSET_b, WRITE_SOURCE_b;
{
  var g$1: int;
  var g$2: int;

  // 11_interblock_halo_ok.cu:4: int g = blockIdx.x * 32 + threadIdx.x;
  g$1 := group_id_x * 32 + local_id_x$1;
  g$2 := group_id_x * 32 + local_id_x$2;
  // 11_interblock_halo_ok.cu:6: __syncthreads();
  call BARRIER(true, true);
  // 11_interblock_halo_ok.cu:7: b[g] = a[g] + v;
  call LOG_WRITE_b(true, g$1, 0);
  call CHECK_WRITE_b(true, g$2);
}

// Two threads of different blocks: only global arrays are shared, barriers order nothing.
procedure k_2$blocks()
  requires group_id_x$1 != group_id_x$2;
  requires !WRITE_HAS_OCCURRED_b;
  modifies WRITE_HAS_OCCURRED_b, WRITE_OFFSET_b, WRITE_SOURCE_b;
{
  var g$1: int;
  var g$2: int;

  // 11_interblock_halo_ok.cu:4: int g = blockIdx.x * 32 + threadIdx.x;
  g$1 := group_id_x$1 * 32 + local_id_x$1;
  g$2 := group_id_x$2 * 32 + local_id_x$2;
  // 11_interblock_halo_ok.cu:7: b[g] = a[g] + v;
  call LOG_WRITE_b(true, g$1, 1);
  call CHECK_WRITE_b(true, g$2);
}
