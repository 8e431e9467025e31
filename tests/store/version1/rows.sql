-- What a collector of version 1 had written after two tables had played.
INSERT INTO "collectors" ("id", "pid", "host", "started_at", "seen_at") VALUES
  ('46f676ea', 7436, 'laptop', 1795258597613, 0);
INSERT INTO "commands" ("id", "table_no", "body", "state", "code", "message", "created_at", "expires_at", "answered_at") VALUES
  ('c1565867', 3, '{"kind":"hall","do":"start","ms":60000}', 'done', 'ok', 'done', 1795258597672, NULL, 1795258597959),
  ('e62857ae', 7, '{"kind":"names","a":["X"]}', 'refused', 'not_now', 'A match is on.', 1795258597954, NULL, 1795258598259),
  ('4b4fcf66', 9, '{"kind":"names","a":["waits"]}', 'pending', NULL, NULL, 1795258601301, NULL, NULL);
INSERT INTO "conflicts" ("id", "journal", "seq", "table_no", "body", "received_at") VALUES
  (1, '07c1b2a3d4e5f601', 2, 7, '{"kind":"names","a":["other"],"seq":2}', 1700000000000);
INSERT INTO "events" ("id", "journal", "seq", "table_no", "match", "kind", "body", "received_at") VALUES
  (1, '9f3a01c27be4d655', 1, 3, NULL, 'boot', '{"kind":"boot","firmware":"0.1.0","seq":1,"boot":1,"at":27381198}', 1795258597659),
  (2, '07c1b2a3d4e5f601', 1, 7, 'm2', 'match', '{"kind":"match","match":"m2","ruleset":"icf","stage":"final","doubles":true,"a":["Zo\u00eb","Ann"],"b":["Bo","Cy"],"breaks":"a","title":"Final, Table 7","seq":1,"boot":1,"at":27381198}', 1795258597660),
  (3, '9f3a01c27be4d655', 2, 3, 'm1', 'match', '{"kind":"match","match":"m1","ruleset":"icf","stage":"group","doubles":false,"a":["Asha"],"b":["Bela"],"breaks":"a","seq":2,"boot":1,"at":27381198}', 1795258597662),
  (4, '07c1b2a3d4e5f601', 2, 7, 'm2', 'names', '{"kind":"names","a":["Zo\u00eb","Anna"],"seq":2,"boot":1,"at":27381198}', 1795258597662),
  (5, '9f3a01c27be4d655', 3, 3, 'm1', 'play', '{"kind":"play","seq":3,"boot":1,"at":27381198}', 1795258597665),
  (6, '07c1b2a3d4e5f601', 3, 7, 'm2', 'board', '{"kind":"board","winner":"b","left":7,"queen":"b","demand":0,"seq":3,"boot":1,"at":27381198}', 1795258597667),
  (7, '9f3a01c27be4d655', 4, 3, 'm1', 'board', '{"kind":"board","winner":"a","left":4,"queen":"a","demand":0,"seq":4,"boot":1,"at":27381198}', 1795258597670),
  (8, '9f3a01c27be4d655', 5, 3, 'm1', 'board', '{"kind":"board","winner":"a","left":5,"queen":"a","demand":0,"seq":5,"boot":1,"at":27381198}', 1795258597675),
  (9, '9f3a01c27be4d655', 6, 3, 'm1', 'board', '{"kind":"board","winner":"a","left":6,"queen":"a","demand":0,"seq":6,"boot":1,"at":27381198}', 1795258597679),
  (10, '9f3a01c27be4d655', 7, 3, 'm1', 'hall', '{"kind":"hall","do":"start","ms":60000,"cmd":"c1565867","by":"host","seq":7,"boot":1,"at":27381514}', 1795258597961);
INSERT INTO "matches" ("id", "journal", "first_seq", "last_seq", "match", "table_no", "title", "stage", "ruleset", "doubles", "names", "phase", "official", "winner", "confirmed", "agrees", "problem", "started_at", "updated_at") VALUES
  (1, '07c1b2a3d4e5f601', 1, 3, 'm2', 7, 'Final, Table 7', 'final', 'icf', TRUE, '{"a": ["Zo\u00eb", "Anna"], "b": ["Bo", "Cy"]}', 'ready', '{"games": [], "games_won": [0, 0], "points": [0, 10], "winner": null, "how": null, "held": false, "net": {"a": 0, "b": 0}}', NULL, FALSE, TRUE, NULL, 1795258597667, 1795258597667),
  (2, '9f3a01c27be4d655', 2, 7, 'm1', 3, NULL, 'group', 'icf', FALSE, '{"a": ["Asha"], "b": ["Bela"]}', 'ready', '{"games": [], "games_won": [0, 0], "points": [24, 0], "winner": null, "how": null, "held": false, "net": {"a": 0, "b": 0}}', NULL, FALSE, TRUE, NULL, 1795258597670, 1795258597961);
INSERT INTO "meta" ("key", "value") VALUES
  ('schema', '1');
INSERT INTO "tables" ("table_no", "name", "journal", "boot", "firmware", "keyed", "transport", "port", "link", "heard_at", "status", "problem") VALUES
  (3, 'Table 3', '9f3a01c27be4d655', 1, '0.1.0', FALSE, 'tcp', '127.0.0.1:42454', 'down', 1795258599967, '{"phase": "ready", "match": "m1", "game": 1, "board": 4, "points": [24, 0], "games": [0, 0], "seq": 7, "clock": {"name": "stroke", "state": "running", "left": 9000, "length": 15000}, "hall": {"state": "off", "left": 0, "length": 0}}', NULL),
  (7, 'Table 7', '07c1b2a3d4e5f601', 1, '0.1.0', FALSE, 'tcp', '127.0.0.1:42460', 'down', 1795258599663, '{"phase": "ready", "match": "m2", "game": 1, "board": 2, "points": [0, 10], "games": [0, 0], "seq": 3, "clock": {"name": "stroke", "state": "running", "left": 9000, "length": 15000}, "hall": {"state": "off", "left": 0, "length": 0}}', NULL);
