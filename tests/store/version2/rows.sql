-- What a collector of version 2 had written after a table had played, with its key, a hall clock and a password.
INSERT INTO "acts" ("id", "at", "who", "what", "detail") VALUES
  (1, 1795258597000, 'anna', 'hall start', '{"ms":2700000}');
INSERT INTO "admins" ("name", "password", "changed_at") VALUES
  ('anna', '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNo', 1795258597000);
INSERT INTO "collectors" ("id", "pid", "host", "started_at", "seen_at") VALUES
  ('a9ad0287', 30585, 'vm', 1795280471251, 0);
INSERT INTO "commands" ("id", "table_no", "body", "state", "code", "message", "created_at", "expires_at", "answered_at") VALUES
  ('859a23e5', 2, '{"kind":"match","match":"rehearsal-ev-1-1-2","stage":"quarter_final","doubles":true,"a":["Indu Pillai","Jaya Gill"],"b":["Gita Sen","Hari Naidu"],"ruleset":"spandan","title":"Doubles, quarter-final 2"}', 'done', NULL, NULL, 1795280481245, NULL, 1795280481456),
  ('f382c52b', 2, '{"kind":"match","match":"rehearsal-ev-1-2-1","stage":"semi_final","doubles":true,"a":["Mohan Iyer","Nila Bose"],"b":["Indu Pillai","Jaya Gill"],"ruleset":"spandan","title":"Doubles, semi-final 1"}', 'done', 'ok', 'match: done', 1795280485176, NULL, 1795280485488);
INSERT INTO "devices" ("table_no", "journal", "first_at", "last_at") VALUES
  (2, 'cf74516a', 1795280478717, 1795280498167);
INSERT INTO "events" ("id", "journal", "seq", "table_no", "match", "kind", "body", "received_at", "chain") VALUES
  (2, 'cf74516a', 1, 2, NULL, 'boot', '{"seq":1,"at":47,"cause":"power_on","kind":"boot","by":"table","boot":1}', 1795280478700, '897492f2dff2bad90a7a45da2e5ea5b4242cf778477c55b4cf8826b787b3edc0'),
  (5, 'cf74516a', 2, 2, 'rehearsal-ev-1-1-2', 'match', '{"doubles":true,"a":["Indu Pillai","Jaya Gill"],"cmd":"859a23e5","title":"Doubles, quarter-final 2","kind":"match","ruleset":"spandan","seq":2,"by":"host","b":["Gita Sen","Hari Naidu"],"at":15584,"boot":1,"match":"rehearsal-ev-1-1-2","stage":"quarter_final"}', 1795280481456, '4398bd6fb07e0b0e37b1be5499ca158e965b28d6c5efc60897317d903e7bc211'),
  (15, 'cf74516a', 3, 2, 'rehearsal-ev-1-1-2', 'lost', '{"law":"143i","at":18976,"seq":3,"boot":1,"match":"rehearsal-ev-1-1-2","kind":"lost","side":"b","by":"panel"}', 1795280484782, '4073a51b1b2c6d9ad637b1a02ad20b225720a8ec21330e3ac5cf2f639acc715f'),
  (16, 'cf74516a', 4, 2, 'rehearsal-ev-1-1-2', 'confirm', '{"kind":"confirm","seq":4,"boot":1,"seal":"40db6c6055159f970331187f3361dba9","by":"panel","events":2,"match":"rehearsal-ev-1-1-2","chain":"4073a51b1b2c6d9ad637b1a02ad20b225720a8ec21330e3ac5cf2f639acc715f","at":19057}', 1795280484877, '06aa307dd8142d5387f8da4948e58b4c4a456353080ae39881c6ca888fdb1492');
INSERT INTO "hall" ("name", "state", "length_ms", "left_ms", "moment", "number", "by") VALUES
  ('hall', 'ended', 2700000, 0, 1795258597000, 3, 'anna');
INSERT INTO "keys" ("id", "table_no", "key", "state", "note", "made_at", "used_at", "ended_at") VALUES
  (2, 2, 'c3f8c9d30462d6f76a45f1fe1b1baa19', 'current', 'demonstration', 1795280452565, 1795280480068, NULL);
INSERT INTO "links" ("collector", "table_no", "journal", "transport", "port", "since", "seen_at") VALUES
  ('46f676ea', 2, 'cf74516a', 'tcp', '127.0.0.1:40022', 1795258597000, 1795258598000);
INSERT INTO "logins" ("token", "admin", "csrf", "made_at", "seen_at", "expires_at") VALUES
  ('abababababababababababababababababababababababababababababababab', 'anna', 'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd', 1795258597000, 1795258598000, 1795258599000);
INSERT INTO "matches" ("id", "journal", "first_seq", "last_seq", "match", "table_no", "title", "stage", "ruleset", "doubles", "names", "phase", "official", "winner", "confirmed", "agrees", "problem", "seal", "started_at", "updated_at") VALUES
  (2, 'cf74516a', 2, 4, 'rehearsal-ev-1-1-2', 2, 'Doubles, quarter-final 2', 'quarter_final', 'spandan', true, '{"a": ["Indu Pillai", "Jaya Gill"], "b": ["Gita Sen", "Hari Naidu"]}', 'confirmed', '{"games": [[25, 0]], "games_won": [1, 0], "points": [25, 0], "winner": "a", "how": "walkover", "held": false, "net": {"a": 25, "b": -25}}', 'a', true, true, NULL, 'sealed', 1795280481511, 1795280484877);
INSERT INTO "tables" ("table_no", "name", "journal", "boot", "firmware", "keyed", "transport", "port", "link", "heard_at", "status", "problem") VALUES
  (2, 'Table 2', 'cf74516a', 1, '0.1.0', true, 'tcp', '127.0.0.1:52844', 'down', 1795280497639, '{"games": [1, 0], "protest_left": 899895, "confirmed": true, "board": 3, "clock": {"left": 0, "length": 900000, "name": "report", "state": "off"}, "seq": 18, "placing": null, "turn": null, "left_side": "a", "queen": null, "phase": "confirmed", "hall": {"state": "off", "length": 0, "number": 0, "moment": 0, "left": 0}, "game": 1, "seat": null, "ruling": {"text": "Result confirmed: match to A, 1-0", "laws": ["143c"]}, "points": [25, 0], "owes": null, "breaker": "b", "hosts": ["a9ad0287"], "match": "rehearsal-ev-1-3-1"}', NULL);
INSERT INTO "meta" ("key", "value") VALUES ('schema', '2');
