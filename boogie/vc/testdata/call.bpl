// A call checks what is required, forgets what may change, and assumes what is ensured.
var g: int;
var h: int;

procedure q(x: int) returns (r: int);
  requires x > g;
  modifies g;
  ensures r > g;

procedure p(x: int)
  modifies g, h;
{
  var r: int;
  h := 1;
  call r := q(x);
  assert r > g && h == 1;
}
