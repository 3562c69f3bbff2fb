// A call that notes an access is inlined; what no check reads is not in the formula.
var LOGGED: bool;
var OFFSET: int;
var SOURCE: int;

procedure {:inline 1} LOG(P: bool, offset: int, source: int)
  modifies LOGGED, OFFSET, SOURCE;
{
  var track: bool;
  havoc track;
  if (P && track) {
    LOGGED := true;
    OFFSET := offset;
    SOURCE := source;
  }
}

procedure CHECK(offset: int);
  requires LOGGED ==> OFFSET != offset;

procedure k(a: int, b: int)
  requires !LOGGED && a < b;
  modifies LOGGED, OFFSET, SOURCE;
{
  call LOG(true, a, 1);
  call LOG(a > 7, a, 2);
  call CHECK(b);
}
