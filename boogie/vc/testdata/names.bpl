// A called procedure has the names of its caller for other variables: x, y and i are six.
var g: int;

procedure {:inline 1} q(x: int) returns (y: int)
  modifies g;
{
  var i: int;
  i := x;
  y := i + g;
  g := y;
}

procedure p(x: int)
  modifies g;
{
  var i: int;
  var y: int;
  i := 7;
  call y := q(x);
  call i := q(y);
  assert i == y + g;
}
