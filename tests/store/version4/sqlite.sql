-- The tables as version 4 made them (sqlite). Frozen: never to be changed.
CREATE TABLE acts (
  id INTEGER NOT NULL,
  at BIGINT NOT NULL,
  who TEXT NOT NULL,
  what VARCHAR(40) NOT NULL,
  detail TEXT,
  PRIMARY KEY (id)
);
CREATE TABLE admins (
  name VARCHAR(40) NOT NULL,
  password TEXT NOT NULL,
  changed_at BIGINT NOT NULL,
  PRIMARY KEY (name)
);
CREATE TABLE collectors (
  id VARCHAR(16) NOT NULL,
  pid INTEGER NOT NULL,
  host TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (id)
);
CREATE TABLE commands (
  id VARCHAR(16) NOT NULL,
  table_no INTEGER NOT NULL,
  body TEXT NOT NULL,
  state VARCHAR(10) NOT NULL,
  code VARCHAR(20),
  message TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  answered_at BIGINT,
  PRIMARY KEY (id)
);
CREATE INDEX commands_open ON commands (state, table_no);
CREATE TABLE conflicts (
  id INTEGER NOT NULL,
  journal VARCHAR(16) NOT NULL,
  seq INTEGER NOT NULL,
  table_no INTEGER NOT NULL,
  body TEXT NOT NULL,
  received_at BIGINT NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX conflicts_of_journal ON conflicts (journal, seq);
CREATE TABLE devices (
  table_no INTEGER NOT NULL,
  journal VARCHAR(16) NOT NULL,
  first_at BIGINT NOT NULL,
  last_at BIGINT NOT NULL,
  PRIMARY KEY (table_no, journal)
);
CREATE TABLE events (
  id INTEGER NOT NULL,
  journal VARCHAR(16) NOT NULL,
  seq INTEGER NOT NULL,
  table_no INTEGER NOT NULL,
  "match" VARCHAR(64),
  kind VARCHAR(20) NOT NULL,
  body TEXT NOT NULL,
  received_at BIGINT NOT NULL,
  chain VARCHAR(64),
  PRIMARY KEY (id),
  UNIQUE (journal, seq)
);
CREATE INDEX events_of_table ON events (table_no, id);
CREATE TABLE hall (
  name VARCHAR(40) NOT NULL,
  state VARCHAR(10) NOT NULL,
  length_ms BIGINT NOT NULL,
  left_ms BIGINT NOT NULL,
  moment BIGINT NOT NULL,
  number INTEGER NOT NULL,
  "by" TEXT,
  PRIMARY KEY (name)
);
CREATE TABLE journal_owners (
  journal VARCHAR(16) NOT NULL,
  number INTEGER NOT NULL,
  table_no INTEGER NOT NULL,
  key_id VARCHAR(32) NOT NULL,
  since BIGINT NOT NULL,
  stored INTEGER NOT NULL,
  held INTEGER NOT NULL,
  how VARCHAR(12) NOT NULL,
  PRIMARY KEY (journal, number)
);
CREATE INDEX journals_of_key ON journal_owners (key_id);
CREATE TABLE journal_stops (
  id INTEGER NOT NULL,
  journal VARCHAR(16) NOT NULL,
  seq INTEGER NOT NULL,
  table_no INTEGER NOT NULL,
  state VARCHAR(10) NOT NULL,
  at BIGINT NOT NULL,
  decided_at BIGINT,
  who TEXT,
  why TEXT,
  PRIMARY KEY (id)
);
CREATE INDEX stops_of_journal ON journal_stops (journal, id);
CREATE TABLE keys (
  id INTEGER NOT NULL,
  table_no INTEGER NOT NULL,
  "key" VARCHAR(128) NOT NULL,
  state VARCHAR(10) NOT NULL,
  note TEXT,
  made_at BIGINT NOT NULL,
  used_at BIGINT,
  ended_at BIGINT,
  PRIMARY KEY (id)
);
CREATE INDEX keys_of_table ON keys (table_no, id);
CREATE TABLE links (
  collector VARCHAR(16) NOT NULL,
  table_no INTEGER NOT NULL,
  journal VARCHAR(16) NOT NULL,
  transport VARCHAR(10) NOT NULL,
  port TEXT NOT NULL,
  since BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (collector, table_no, journal)
);
CREATE TABLE logins (
  token VARCHAR(64) NOT NULL,
  admin VARCHAR(40) NOT NULL,
  csrf VARCHAR(64) NOT NULL,
  made_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (token)
);
CREATE TABLE matches (
  id INTEGER NOT NULL,
  journal VARCHAR(16) NOT NULL,
  first_seq INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  "match" VARCHAR(64),
  table_no INTEGER NOT NULL,
  title TEXT,
  stage VARCHAR(40),
  ruleset VARCHAR(40),
  doubles BOOLEAN NOT NULL,
  names TEXT NOT NULL,
  phase VARCHAR(20) NOT NULL,
  official TEXT,
  winner VARCHAR(1),
  confirmed BOOLEAN NOT NULL,
  agrees BOOLEAN,
  problem TEXT,
  seal VARCHAR(10),
  started_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (journal, first_seq)
);
CREATE INDEX matches_of_table ON matches (table_no, id);
CREATE TABLE meta (
  "key" VARCHAR(40) NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY ("key")
);
CREATE TABLE reports (
  id INTEGER NOT NULL,
  fixture VARCHAR(64) NOT NULL,
  journal VARCHAR(16) NOT NULL,
  first_seq INTEGER NOT NULL,
  table_no INTEGER NOT NULL,
  reason VARCHAR(20) NOT NULL,
  detail TEXT NOT NULL,
  result TEXT,
  state VARCHAR(10) NOT NULL,
  since BIGINT NOT NULL,
  who TEXT,
  why TEXT,
  decided_at BIGINT,
  PRIMARY KEY (id),
  UNIQUE (journal, first_seq)
);
CREATE INDEX reports_by_state ON reports (state);
CREATE INDEX reports_of_fixture ON reports (fixture);
CREATE TABLE tables (
  table_no INTEGER NOT NULL,
  name TEXT NOT NULL,
  journal VARCHAR(16) NOT NULL,
  boot INTEGER NOT NULL,
  firmware VARCHAR(40) NOT NULL,
  keyed BOOLEAN NOT NULL,
  transport VARCHAR(10) NOT NULL,
  port TEXT NOT NULL,
  link VARCHAR(8) NOT NULL,
  heard_at BIGINT NOT NULL,
  status TEXT,
  problem TEXT,
  PRIMARY KEY (table_no)
);
CREATE TABLE tokens (
  name VARCHAR(40) NOT NULL,
  token VARCHAR(64) NOT NULL,
  made_at BIGINT NOT NULL,
  used_at BIGINT,
  PRIMARY KEY (name),
  UNIQUE (token)
);
CREATE TABLE tournaments (
  id INTEGER NOT NULL,
  "key" VARCHAR(40) NOT NULL,
  name TEXT NOT NULL,
  place TEXT NOT NULL,
  days TEXT NOT NULL,
  ruleset VARCHAR(40) NOT NULL,
  state VARCHAR(10) NOT NULL,
  settings TEXT NOT NULL,
  made_at BIGINT NOT NULL,
  PRIMARY KEY (id),
  UNIQUE ("key")
);
CREATE TABLE competitions (
  id INTEGER NOT NULL,
  tournament_id BIGINT NOT NULL,
  "key" VARCHAR(20) NOT NULL,
  name TEXT NOT NULL,
  kind VARCHAR(10) NOT NULL,
  ruleset VARCHAR(40) NOT NULL,
  category VARCHAR(20),
  rules TEXT,
  variant TEXT,
  format TEXT NOT NULL,
  state VARCHAR(10) NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (tournament_id, "key"),
  FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
);
CREATE TABLE players (
  id INTEGER NOT NULL,
  tournament_id BIGINT NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  club TEXT NOT NULL,
  country VARCHAR(40) NOT NULL,
  licence VARCHAR(40) NOT NULL,
  removed_at BIGINT,
  PRIMARY KEY (id),
  UNIQUE (tournament_id, number),
  FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
);
CREATE TABLE entries (
  id INTEGER NOT NULL,
  competition_id BIGINT NOT NULL,
  name TEXT NOT NULL,
  seeding INTEGER,
  state VARCHAR(10) NOT NULL,
  changes INTEGER NOT NULL,
  entered_at BIGINT NOT NULL,
  PRIMARY KEY (id),
  FOREIGN KEY(competition_id) REFERENCES competitions (id)
);
CREATE INDEX entries_of_competition ON entries (competition_id);
CREATE TABLE stages (
  id INTEGER NOT NULL,
  competition_id BIGINT NOT NULL,
  position INTEGER NOT NULL,
  kind VARCHAR(20) NOT NULL,
  name TEXT NOT NULL,
  settings TEXT NOT NULL,
  draw_seed VARCHAR(40),
  state VARCHAR(10) NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (competition_id, position),
  FOREIGN KEY(competition_id) REFERENCES competitions (id)
);
CREATE TABLE decisions (
  id INTEGER NOT NULL,
  stage_id BIGINT NOT NULL,
  group_no INTEGER NOT NULL,
  kind VARCHAR(20) NOT NULL,
  entries TEXT NOT NULL,
  at BIGINT NOT NULL,
  who TEXT NOT NULL,
  PRIMARY KEY (id),
  FOREIGN KEY(stage_id) REFERENCES stages (id)
);
CREATE INDEX decisions_of_stage ON decisions (stage_id);
CREATE TABLE entry_players (
  entry_id BIGINT NOT NULL,
  position INTEGER NOT NULL,
  player_id BIGINT NOT NULL,
  PRIMARY KEY (entry_id, position),
  FOREIGN KEY(entry_id) REFERENCES entries (id),
  FOREIGN KEY(player_id) REFERENCES players (id)
);
CREATE INDEX entries_of_player ON entry_players (player_id);
CREATE TABLE fixtures (
  id VARCHAR(64) NOT NULL,
  competition_id BIGINT NOT NULL,
  stage_id BIGINT NOT NULL,
  round INTEGER NOT NULL,
  group_no INTEGER NOT NULL,
  number INTEGER NOT NULL,
  laws_stage VARCHAR(20) NOT NULL,
  entry_a BIGINT,
  entry_b BIGINT,
  source_a TEXT NOT NULL,
  source_b TEXT NOT NULL,
  tie VARCHAR(64),
  part VARCHAR(20),
  line_up TEXT,
  state VARCHAR(10) NOT NULL,
  hall VARCHAR(40) NOT NULL,
  table_no INTEGER,
  command VARCHAR(16),
  umpire TEXT NOT NULL,
  called_at BIGINT,
  report_by BIGINT,
  decided_at BIGINT,
  result TEXT,
  journal VARCHAR(16),
  first_seq INTEGER,
  note TEXT NOT NULL,
  note_code VARCHAR(20),
  PRIMARY KEY (id),
  FOREIGN KEY(competition_id) REFERENCES competitions (id),
  FOREIGN KEY(stage_id) REFERENCES stages (id),
  FOREIGN KEY(entry_a) REFERENCES entries (id),
  FOREIGN KEY(entry_b) REFERENCES entries (id)
);
CREATE INDEX fixtures_by_state ON fixtures (state);
CREATE INDEX fixtures_of_competition ON fixtures (competition_id, stage_id, round, number);
CREATE TABLE corrections (
  id INTEGER NOT NULL,
  fixture VARCHAR(64) NOT NULL,
  at BIGINT NOT NULL,
  who TEXT NOT NULL,
  reason TEXT NOT NULL,
  "before" TEXT,
  "after" TEXT,
  PRIMARY KEY (id),
  FOREIGN KEY(fixture) REFERENCES fixtures (id)
);
CREATE INDEX corrections_of_fixture ON corrections (fixture);
