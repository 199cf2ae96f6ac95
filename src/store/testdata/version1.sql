-- A database as schema 1 made it, without rows. Never changed: the test of migrations begins here.
PRAGMA application_id = 1718838380;
PRAGMA user_version = 1;
CREATE TABLE duels(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uid TEXT NOT NULL UNIQUE,
  fsduel_version TEXT NOT NULL,
  created_ns INTEGER NOT NULL,
  command_line TEXT NOT NULL,
  workload TEXT NOT NULL,
  cells INTEGER NOT NULL,
  plan TEXT NOT NULL,
  machine TEXT NOT NULL,
  digest TEXT NOT NULL,
  stop TEXT,
  elapsed_ns INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE candidates(
  duel INTEGER NOT NULL REFERENCES duels(id),
  position INTEGER NOT NULL,
  label TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (duel, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE runs(
  duel INTEGER NOT NULL REFERENCES duels(id),
  position INTEGER NOT NULL,
  round INTEGER NOT NULL,
  candidate INTEGER NOT NULL,
  twin INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  status TEXT NOT NULL,
  record TEXT NOT NULL,
  digest TEXT NOT NULL,
  UNIQUE (duel, position),
  UNIQUE (duel, round, candidate, twin, attempt)
) STRICT;
