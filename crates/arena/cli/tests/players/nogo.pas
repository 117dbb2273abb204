{ NoGo: the first legal point, in Pascal and simple IO. }
program nogo;

var
  board: array[0..8, 0..8] of integer; { 0 free, 1 own, -1 the opponent's }
  seen: array[0..8, 0..8] of boolean;
  turns, turn, x, y: integer;

function hasLiberty(x, y, color: integer): boolean;
begin
  if (x < 0) or (x > 8) or (y < 0) or (y > 8) then
    exit(false);
  if seen[x, y] then
    exit(false);
  if board[x, y] <> color then
    exit(board[x, y] = 0);
  seen[x, y] := true;
  hasLiberty := hasLiberty(x + 1, y, color) or hasLiberty(x - 1, y, color)
    or hasLiberty(x, y + 1, color) or hasLiberty(x, y - 1, color);
end;

function allLive: boolean;
var
  x, y: integer;
begin
  for x := 0 to 8 do
    for y := 0 to 8 do
      if board[x, y] <> 0 then
      begin
        fillchar(seen, sizeof(seen), 0);
        if not hasLiberty(x, y, board[x, y]) then
          exit(false);
      end;
  allLive := true;
end;

function legal(x, y: integer): boolean;
begin
  if board[x, y] <> 0 then
    exit(false);
  board[x, y] := 1;
  legal := allLive;
  board[x, y] := 0;
end;

begin
  read(turns);
  for turn := 1 to 2 * turns - 1 do
  begin
    read(x, y);
    if x >= 0 then
      if odd(turn) then
        board[x, y] := -1
      else
        board[x, y] := 1;
  end;
  for x := 0 to 8 do
    for y := 0 to 8 do
      if legal(x, y) then
      begin
        writeln(x, ' ', y);
        halt;
      end;
end.
