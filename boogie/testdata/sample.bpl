// k.cu: kernel k, threads (64,1,1)
//
// run: boogie /contractInfer FILE

// Types
type float;

// Threads
const local_id_x$1: int;   // threadIdx.x
const local_id_x$2: int;
const N:            bv32;  // blockDim.x of the launch
const unique zero:  float;

axiom local_id_x$1 != local_id_x$2;
axiom
    (p ==> local_id_x$1 <= a_rather_long_name_of_a_variable) &&
    (local_id_y$1 == local_id_y$2 || group_id_x$1 == group_id_x$2) &&
    WRITE_OFFSET_tile != local_id_x$2 + 1;

// Arithmetic
function {:bvbuiltin "bvadd"} ADD(bv32, bv32): bv32;
function {:bvbuiltin "bvult"} ULT(bv32, bv32): bool;

function positive(x: int): bool { x > 0 }
function range(x: int): bool {
  (p ==> local_id_x$1 <= a_rather_long_name_of_a_variable) &&
  (local_id_y$1 == local_id_y$2 || group_id_x$1 == group_id_x$2) &&
  WRITE_OFFSET_tile != local_id_x$2 + 1
}

// The log
var WRITE_HAS_OCCURRED_tile: bool;
var WRITE_OFFSET_tile:       int;  // in elements
var tile:                    [int, bv32][int]bool;

procedure CHECK_WRITE_tile(p: bool, offset: int);
  requires !(p && WRITE_HAS_OCCURRED_tile);

// k, threads of one block
procedure {:inline 1} k(n$1: bv32) returns (r: int)
  free requires
      (p ==> local_id_x$1 <= a_rather_long_name_of_a_variable) &&
      (local_id_y$1 == local_id_y$2 || group_id_x$1 == group_id_x$2) &&
      WRITE_OFFSET_tile != local_id_x$2 + 1;
  modifies WRITE_HAS_OCCURRED_tile, WRITE_OFFSET_tile;
  ensures {:tag "a \"b\""} old(r) == r;
{
  var i:        int;   // i
  var offset$1: bv32;  // temporary

  // k.cu:3: for (int i = 0; i < n; i++)
  i, tile[1, n$1] := 0, x;
  while (i < n)
    invariant c0 ==> i >= 0;
    free invariant
        (p ==> local_id_x$1 <= a_rather_long_name_of_a_variable) &&
        (local_id_y$1 == local_id_y$2 || group_id_x$1 == group_id_x$2) &&
        WRITE_OFFSET_tile != local_id_x$2 + 1;
  {
    call CHECK_WRITE_tile(true, i);
    call r := f(
        (p ==> local_id_x$1 <= a_rather_long_name_of_a_variable) &&
          (local_id_y$1 == local_id_y$2 || group_id_x$1 == group_id_x$2) &&
          WRITE_OFFSET_tile != local_id_x$2 + 1,
        i);
    if (c) {
      break;
    } else if (*) {
      return;
    } else {
      havoc i, r;
    }
  }
  assume {:captureState "s1"} true;
  assert
      (forall j: int :: {f(j)}
        (p ==> local_id_x$1 <= a_rather_long_name_of_a_variable) &&
          (local_id_y$1 == local_id_y$2 || group_id_x$1 == group_id_x$2) &&
          WRITE_OFFSET_tile != local_id_x$2 + 1);
  while (c) {
    x :=
        (if c
         then (p ==> local_id_x$1 <= a_rather_long_name_of_a_variable) &&
          (local_id_y$1 == local_id_y$2 || group_id_x$1 == group_id_x$2) &&
          WRITE_OFFSET_tile != local_id_x$2 + 1
         else x);
  }
}

procedure nothing()
{
}
