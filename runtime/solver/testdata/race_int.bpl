// Two procedures, two faults each; maps; a fault before any captured state.
const local_id_x$1: int;
const local_id_x$2: int;
const n: int;
axiom 0 <= local_id_x$1 && local_id_x$1 < 8;
axiom 0 <= local_id_x$2 && local_id_x$2 < 8;
axiom local_id_x$1 != local_id_x$2;

var READ_HAS_OCCURRED_tile: bool;
var READ_OFFSET_tile: int;
var tile: [int]int;

procedure CHECK_WRITE_tile(p: bool, offset: int);
  requires !(p && READ_HAS_OCCURRED_tile && READ_OFFSET_tile == offset);

procedure one(m: int)
  modifies READ_HAS_OCCURRED_tile, READ_OFFSET_tile, tile;
{
  var x$1: int;
  assert m != -3;
  READ_HAS_OCCURRED_tile := true;
  READ_OFFSET_tile := local_id_x$1 * 2;
  x$1 := tile[READ_OFFSET_tile];
  assume {:captureState "s0"} true;
  call CHECK_WRITE_tile(true, local_id_x$2 + 1);
  tile[local_id_x$2] := 7;
  assume {:captureState "s1"} true;
  assert tile[local_id_x$1] < 0 || x$1 == 3;
}

procedure two(m: int)
{
  var j: int;
  j := m;
  while (j < n)
    invariant j != 4;
    invariant j > 0;
  {
    j := j + 1;
    assume {:captureState "in"} true;
  }
}
