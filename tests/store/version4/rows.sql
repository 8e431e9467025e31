-- What version 4 had after a tournament that was rehearsed: the database of version 3, upgraded, and four commands,
-- whose answers are stored as sentences, or as a code of the host.
INSERT INTO "acts" ("id", "at", "who", "what", "detail") VALUES
  (1, 1795359111127, 'rehearsal', 'tournament new', '{"tournament":"rehearsal","name":"Rehearsal"}'),
  (2, 1795359111171, 'rehearsal', 'event add', '{"tournament":"rehearsal","event":"ev","name":"Men''s Singles"}'),
  (3, 1795359111207, 'rehearsal', 'entries add', '{"event":"ev","count":4}'),
  (4, 1795359111240, 'rehearsal', 'draw', '{"event":"ev"}'),
  (5, 1795359111319, 'rehearsal', 'call', '{"match":"rehearsal-ev-1-1-1","table":1}'),
  (6, 1795359111372, 'rehearsal', 'call', '{"match":"rehearsal-ev-1-1-2","table":2}'),
  (7, 1795359112563, 'rehearsal', 'walk-over', '{"match":"rehearsal-ev-1-1-1","winner":"a"}'),
  (8, 1795359115014, 'rehearsal', 'call', '{"match":"rehearsal-ev-1-2-1","table":1}'),
  (9, 1795359115153, 'rehearsal', 'call', '{"match":"rehearsal-ev-1-2-2","table":2}'),
  (10, 1795359121875, 'rehearsal', 'result', '{"match":"rehearsal-ev-1-2-2","reason":"a board was counted twice"}'),
  (11, 1795359125155, 'rehearsal', 'protest ruled', '{"match":"rehearsal-ev-1-2-1","upheld":false}'),
  (12, 1795359159958, 'command line', 'event add', '{"tournament":"rehearsal","event":"xd","name":"Mixed"}'),
  (13, 1795359159991, 'command line', 'entries add', '{"event":"xd","count":2}'),
  (14, 1795359160039, 'command line', 'draw', '{"event":"xd"}'),
  (15, 1795359160232, 'command line', 'call', '{"match":"rehearsal-xd-1-1-1","table":3}');
INSERT INTO "collectors" ("id", "pid", "host", "started_at", "seen_at") VALUES
  ('b537bc39', 13369, 'vm', 1795359107181, 0);
INSERT INTO "commands" ("id", "table_no", "body", "state", "code", "message", "created_at", "expires_at", "answered_at") VALUES
  ('0a5feaf1', 1, '{"kind":"ruled","match":"rehearsal-ev-1-2-1","protest":1,"upheld":false}', 'done', 'ok', 'ruled: done', 1795359125155, NULL, 1795359125199),
  ('2a8dde33', 3, '{"kind":"match","match":"rehearsal-xd-1-1-1","stage":"final","doubles":false,"a":["Dev Bose"],"b":["Asha Kulkarni"],"ruleset":"icf","rules":{"games":1,"points":10},"title":"Mixed, final"}', 'done', NULL, NULL, 1795359160221, NULL, 1795359160045),
  ('522a7b8f', 2, '{"kind":"match","match":"rehearsal-ev-1-2-2","stage":"semi_final","doubles":false,"a":["Dev Bose"],"b":["Bela Fernandes"],"ruleset":"icf","title":"Men''s Singles, third place"}', 'done', 'ok', 'match: done', 1795359115140, NULL, 1795359115395),
  ('723ee1a4', 1, '{"kind":"match","match":"rehearsal-ev-1-2-1","stage":"final","doubles":false,"a":["Asha Kulkarni"],"b":["Chitra Iyer"],"ruleset":"icf","title":"Men''s Singles, final"}', 'done', NULL, NULL, 1795359115010, NULL, 1795359115094),
  ('a1b2c3d4e501', 3, '{"kind":"match","match":"m4"}', 'refused', 'not_now', 'match m3 is in play', 1795359200000, NULL, 1795359200100),
  ('a1b2c3d4e502', 3, '{"kind":"set","field":"title"}', 'sent', 'busy', 'the table is at its menu', 1795359200200, NULL, NULL),
  ('a1b2c3d4e503', 3, '{"kind":"match","match":"m5"}', 'refused', 'expired', NULL, 1795359200300, 1795359200400, 1795359200500),
  ('a1b2c3d4e504', 3, '{"kind":"match","match":"m3"}', 'done', 'already', 'match m3 is in play at this table', 1795359200600, NULL, 1795359200700),
  ('c3210c1d', 1, '{"kind":"match","match":"rehearsal-ev-1-1-1","stage":"semi_final","doubles":false,"a":["Asha Kulkarni"],"b":["Dev Bose"],"ruleset":"icf","rules":{"clocks":{"report":1000}},"title":"Men''s Singles, semi-final 1"}', 'done', 'ok', 'match: done', 1795359111312, NULL, 1795359111421),
  ('d0397f0b', 1, '{"kind":"decided","match":"rehearsal-ev-1-1-1","winner":"a"}', 'done', NULL, NULL, 1795359112563, NULL, 1795359112635),
  ('ee0472c2', 2, '{"kind":"match","match":"rehearsal-ev-1-1-2","stage":"semi_final","doubles":false,"a":["Chitra Iyer"],"b":["Bela Fernandes"],"ruleset":"icf","title":"Men''s Singles, semi-final 2"}', 'done', 'ok', 'match: done', 1795359111370, NULL, 1795359111418);
INSERT INTO "devices" ("table_no", "journal", "first_at", "last_at") VALUES
  (1, '15c39732', 1795359110733, 1795359125696),
  (2, '4131fae3', 1795359110733, 1795359125696);
INSERT INTO "events" ("id", "journal", "seq", "table_no", "match", "kind", "body", "received_at", "chain") VALUES
  (1, '15c39732', 1, 1, NULL, 'boot', '{"seq":1,"at":9,"cause":"power_on","kind":"boot","by":"table","boot":1}', 1795359110561, '4f9d710ff270e098c9d0b07e16726ed744ccef3a25e10e3115bd937c5e353ef0'),
  (2, '4131fae3', 1, 2, NULL, 'boot', '{"seq":1,"at":17,"cause":"power_on","kind":"boot","by":"table","boot":1}', 1795359110571, '601b018bad1cf828a9caee33c1dd1907897cef4e5c0d6ef8fd990c7261c630b6'),
  (3, '15c39732', 2, 1, 'rehearsal-ev-1-1-1', 'match', '{"doubles":false,"rules":{"clocks":{"report":1000}},"a":["Asha Kulkarni"],"cmd":"c3210c1d","title":"Men''s Singles, semi-final 1","kind":"match","seq":2,"ruleset":"icf","by":"host","b":["Dev Bose"],"at":5880,"match":"rehearsal-ev-1-1-1","boot":1,"stage":"semi_final"}', 1795359111462, '7f41ce6d3ef3a4ae1da74f897ab2a478326c89f76e2a1ce6ded34c715bc3e5fa'),
  (4, '4131fae3', 2, 2, 'rehearsal-ev-1-1-2', 'match', '{"doubles":false,"a":["Chitra Iyer"],"cmd":"ee0472c2","title":"Men''s Singles, semi-final 2","kind":"match","ruleset":"icf","seq":2,"by":"host","b":["Bela Fernandes"],"at":5915,"boot":1,"match":"rehearsal-ev-1-1-2","stage":"semi_final"}', 1795359111474, '8fe8d16d3e25a79b1ffeadce2e6ff2852a0d63dd9e8925d084f9f0b6ca0b44a3'),
  (5, '15c39732', 3, 1, 'rehearsal-ev-1-1-1', 'expired', '{"clock":"report","seq":3,"boot":1,"breach":"walk-over","by":"table","law":"143i","match":"rehearsal-ev-1-1-1","at":6884,"kind":"expired"}', 1795359112410, '9f97856b00e6a884cf6df838cf2e51dd33dc65bd2af68f77aab877e605deaa52'),
  (6, '15c39732', 4, 1, 'rehearsal-ev-1-1-1', 'decided', '{"at":7111,"match":"rehearsal-ev-1-1-1","seq":4,"boot":1,"winner":"a","kind":"decided","by":"host","cmd":"d0397f0b"}', 1795359112635, 'ca96d2f49b7283d0216073ffd1c751d9af421b60995f55fbef15b7ef8ef59e07'),
  (7, '4131fae3', 3, 2, 'rehearsal-ev-1-1-2', 'lost', '{"law":"143i","at":9143,"seq":3,"boot":1,"match":"rehearsal-ev-1-1-2","kind":"lost","side":"b","by":"panel"}', 1795359114646, '544d3b96c9548a914f82fc265ee08b9876000edb9e2716de58879de9bec1898c'),
  (8, '4131fae3', 4, 2, 'rehearsal-ev-1-1-2', 'confirm', '{"kind":"confirm","seq":4,"boot":1,"seal":"dde4bb89c602629fc287a818dbf57db0","by":"panel","events":2,"match":"rehearsal-ev-1-1-2","chain":"544d3b96c9548a914f82fc265ee08b9876000edb9e2716de58879de9bec1898c","at":9228}', 1795359114750, '7fc25816ad2aadaee964f4cd10763089d91f6eb30dd49322aa2d7a461f99c3b0'),
  (9, '15c39732', 5, 1, 'rehearsal-ev-1-2-1', 'match', '{"doubles":false,"a":["Asha Kulkarni"],"cmd":"723ee1a4","title":"Men''s Singles, final","kind":"match","ruleset":"icf","seq":5,"by":"host","b":["Chitra Iyer"],"at":9552,"boot":1,"match":"rehearsal-ev-1-2-1","stage":"final"}', 1795359115094, '01416b2609665bc3357d29f0f4d1b05e93dceafb8a02818eb59dc82d199357ed'),
  (10, '15c39732', 6, 1, 'rehearsal-ev-1-2-1', 'toss', '{"at":9792,"breaks":"a","seq":6,"boot":1,"kind":"toss","by":"panel","match":"rehearsal-ev-1-2-1"}', 1795359115324, 'd31c9b484c407a9e40564e87ea0e23b4b63aeeaafde89d7a72dd5ef164a0c1af'),
  (11, '4131fae3', 5, 2, 'rehearsal-ev-1-2-2', 'match', '{"doubles":false,"a":["Dev Bose"],"cmd":"522a7b8f","title":"Men''s Singles, third place","kind":"match","ruleset":"icf","seq":5,"by":"host","b":["Bela Fernandes"],"at":9892,"boot":1,"match":"rehearsal-ev-1-2-2","stage":"semi_final"}', 1795359115399, '5ace7b2b7fae78b548a40f7b221c459da4edd2ea627aa71498fe6b657258e928'),
  (12, '4131fae3', 6, 2, 'rehearsal-ev-1-2-2', 'toss', '{"at":10009,"breaks":"a","seq":6,"boot":1,"kind":"toss","by":"panel","match":"rehearsal-ev-1-2-2"}', 1795359115548, '5026dde199c1c8a84b4bc6b33e63aa52bde09ecfc236ef3a6bf00b7dc0657ad7'),
  (13, '15c39732', 7, 1, 'rehearsal-ev-1-2-1', 'board', '{"demand":0,"kind":"board","seq":7,"boot":1,"winner":"a","by":"panel","left":4,"match":"rehearsal-ev-1-2-1","at":10349,"queen":"a"}', 1795359115878, '70e6d7e7a4350bff2da1cf4663b2e73a77d3b5520374644cd15cefa0f5d853e3'),
  (14, '4131fae3', 7, 2, 'rehearsal-ev-1-2-2', 'board', '{"demand":0,"kind":"board","seq":7,"boot":1,"winner":"a","by":"panel","left":4,"match":"rehearsal-ev-1-2-2","at":10535,"queen":"a"}', 1795359116038, '4994ef13cb4f3ac2976b689da7b74c7b0d5902aa16fb86451ac9d13092a6df6a'),
  (15, '4131fae3', 8, 2, 'rehearsal-ev-1-2-2', 'board', '{"demand":0,"kind":"board","seq":8,"boot":1,"winner":"b","by":"panel","left":7,"match":"rehearsal-ev-1-2-2","at":11341,"queen":"b"}', 1795359116845, 'a87a5299672d650f36ca346aa5eee691c086f153d11492bdd471c2a0c499c62d'),
  (16, '15c39732', 8, 1, 'rehearsal-ev-1-2-1', 'protest', '{"about":"last","at":12127,"seq":8,"boot":1,"match":"rehearsal-ev-1-2-1","kind":"protest","side":"a","by":"panel"}', 1795359117655, '4678421a50ef5aac32b801faac16f0c665fd5ba3ee5b07c09f82cd96744f233f'),
  (17, '4131fae3', 9, 2, 'rehearsal-ev-1-2-2', 'board', '{"demand":0,"kind":"board","seq":9,"boot":1,"winner":"a","by":"panel","left":8,"match":"rehearsal-ev-1-2-2","at":12219,"queen":"a"}', 1795359117719, '0ff882a4afb0c47e6c1467f17808119254652768b48818fe93fb957b0662bec5'),
  (18, '15c39732', 9, 1, 'rehearsal-ev-1-2-1', 'board', '{"demand":0,"kind":"board","seq":9,"boot":1,"winner":"b","by":"panel","left":9,"match":"rehearsal-ev-1-2-1","at":13067,"queen":"b"}', 1795359118598, '6b4238825a8bff5ffdd3fdffe77545c2f816df0fab640442cf762e8408924e98'),
  (19, '4131fae3', 10, 2, 'rehearsal-ev-1-2-2', 'board', '{"demand":0,"kind":"board","seq":10,"boot":1,"winner":"a","by":"panel","left":9,"match":"rehearsal-ev-1-2-2","at":13148,"queen":"a"}', 1795359118647, '75d9c8edeff0b782fc972e9488827a47ebe70d439b680ae453188675915942d9'),
  (20, '4131fae3', 11, 2, 'rehearsal-ev-1-2-2', 'sides', '{"seq":11,"match":"rehearsal-ev-1-2-2","by":"panel","boot":1,"kind":"sides","at":13181}', 1795359118685, '3f924dac8f8a4dbfa38f1f8ea69a1a705f204c55c1903c952cfc9162ad43dc10'),
  (21, '4131fae3', 12, 2, 'rehearsal-ev-1-2-2', 'board', '{"demand":0,"kind":"board","seq":12,"boot":1,"winner":"b","by":"panel","left":4,"match":"rehearsal-ev-1-2-2","at":13684,"queen":"b"}', 1795359119182, 'd34d1d1d094b5bf84498511b875bf59b2c4f2718672b57cda1dc02b49f209878'),
  (22, '15c39732', 10, 1, 'rehearsal-ev-1-2-1', 'board', '{"demand":0,"kind":"board","seq":10,"boot":1,"winner":"b","by":"panel","left":9,"match":"rehearsal-ev-1-2-1","at":14015,"queen":"b"}', 1795359119546, '40338ac3082b69c316742f95675a41ad5d1551dd2203dfe104faffa797990d4b'),
  (23, '4131fae3', 13, 2, 'rehearsal-ev-1-2-2', 'board', '{"demand":0,"kind":"board","seq":13,"boot":1,"winner":"a","by":"panel","left":7,"match":"rehearsal-ev-1-2-2","at":14463,"queen":"a"}', 1795359119964, '8db6ee4618c62fbe5972ede5009fbeb6491c5d8558edf55a087e3b2833b435d4'),
  (24, '15c39732', 11, 1, 'rehearsal-ev-1-2-1', 'board', '{"demand":0,"kind":"board","seq":11,"boot":1,"winner":"a","by":"panel","left":9,"match":"rehearsal-ev-1-2-1","at":14984,"queen":"a"}', 1795359120511, 'a84d573b5ff3e2e2b8977d3d9ad257fd9d167d8bc0c33e570f1d5f6194ccd287'),
  (25, '4131fae3', 14, 2, 'rehearsal-ev-1-2-2', 'board', '{"demand":0,"kind":"board","seq":14,"boot":1,"winner":"a","by":"panel","left":9,"match":"rehearsal-ev-1-2-2","at":15414,"queen":"a"}', 1795359120916, 'd3425e546e16680f3f9416aa5955f7677558954d169c1f8258e1c43d7a57552e'),
  (26, '15c39732', 12, 1, 'rehearsal-ev-1-2-1', 'board', '{"demand":0,"kind":"board","seq":12,"boot":1,"winner":"b","by":"panel","left":7,"match":"rehearsal-ev-1-2-1","at":15776,"queen":"b"}', 1795359121305, '410e4cd0058e6199fe8484f2ee027856b1ff77ab4c9c3f6ac5c8340f39e4fe46'),
  (27, '15c39732', 13, 1, 'rehearsal-ev-1-2-1', 'sides', '{"seq":13,"match":"rehearsal-ev-1-2-1","by":"panel","boot":1,"kind":"sides","at":15815}', 1795359121369, '19450f5fdb0851b7a35bf3ca72077e49b1ecb2aae864e5f76322e53f5394fe3a'),
  (28, '4131fae3', 15, 2, 'rehearsal-ev-1-2-2', 'board', '{"demand":0,"kind":"board","seq":15,"boot":1,"winner":"a","by":"panel","left":5,"match":"rehearsal-ev-1-2-2","at":16037,"queen":"a"}', 1795359121542, 'c87afbf6aecf45b64cbd0ff7f9cfd8f0d74671e850afd689b12e953733279730'),
  (29, '4131fae3', 16, 2, 'rehearsal-ev-1-2-2', 'confirm', '{"kind":"confirm","seq":16,"boot":1,"seal":"d26e048cc6259c0fa7b0bd9633227560","by":"panel","events":11,"match":"rehearsal-ev-1-2-2","chain":"c87afbf6aecf45b64cbd0ff7f9cfd8f0d74671e850afd689b12e953733279730","at":16126}', 1795359121623, '007643b1ccd69c3093f281bde97a04579dcfa7def8639fb2eccddf1c1869a52c'),
  (30, '15c39732', 14, 1, 'rehearsal-ev-1-2-1', 'board', '{"demand":0,"kind":"board","seq":14,"boot":1,"winner":"a","by":"panel","left":8,"match":"rehearsal-ev-1-2-1","at":16664,"queen":"a"}', 1795359122190, '547790cbe28b8ef208de7952da97ecc84db34d3084feaba5eeebdaf86c04a1c5'),
  (31, '15c39732', 15, 1, 'rehearsal-ev-1-2-1', 'board', '{"demand":0,"kind":"board","seq":15,"boot":1,"winner":"b","by":"panel","left":4,"match":"rehearsal-ev-1-2-1","at":17201,"queen":"b"}', 1795359122732, 'ef4cff7a9e4c602206976c31fc46260461b2aa09b4a57f8199e7eadcfcc4d11c'),
  (32, '15c39732', 16, 1, 'rehearsal-ev-1-2-1', 'board', '{"demand":0,"kind":"board","seq":16,"boot":1,"winner":"a","by":"panel","left":4,"match":"rehearsal-ev-1-2-1","at":17725,"queen":"a"}', 1795359123249, 'cc365e645747d3116a8349549c4a600ad9c9ed764127763f4bd8f6a787cd5218'),
  (33, '15c39732', 17, 1, 'rehearsal-ev-1-2-1', 'board', '{"demand":0,"kind":"board","seq":17,"boot":1,"winner":"b","by":"panel","left":5,"match":"rehearsal-ev-1-2-1","at":18382,"queen":"b"}', 1795359123910, '5ac8638a0606212adf477646028a6f5ba204211cd1496f3715ba65372ac413e3'),
  (34, '15c39732', 18, 1, 'rehearsal-ev-1-2-1', 'board', '{"demand":0,"kind":"board","seq":18,"boot":1,"winner":"b","by":"panel","left":9,"match":"rehearsal-ev-1-2-1","at":19369,"queen":"b"}', 1795359124907, 'e7b00cb652521ad3496d2bd71438d9aa56a4406352b3ef38ca507bee601d4cf0'),
  (35, '15c39732', 19, 1, 'rehearsal-ev-1-2-1', 'ruled', '{"kind":"ruled","protest":1,"seq":19,"cmd":"0a5feaf1","boot":1,"by":"host","match":"rehearsal-ev-1-2-1","at":19660,"upheld":false}', 1795359125243, '60a2066ace8b842d0b771a402ce78a51a5ba3171144cc5d03b8c1682af615a18'),
  (36, '15c39732', 20, 1, 'rehearsal-ev-1-2-1', 'confirm', '{"kind":"confirm","seq":20,"boot":1,"seal":"110ebf154d05fabe0cc732d465a7c200","by":"panel","events":15,"match":"rehearsal-ev-1-2-1","chain":"60a2066ace8b842d0b771a402ce78a51a5ba3171144cc5d03b8c1682af615a18","at":19722}', 1795359125252, '5dd61d96b20980b6a5c6523763cd9a0fc1b0035e03e3adc25b2c01caeb919296'),
  (37, 'j3', 1, 3, 'rehearsal-xd-1-1-1', 'match', '{"kind": "match", "match": "rehearsal-xd-1-1-1", "stage": "final", "doubles": false, "a": ["Dev Bose"], "b": ["Asha Kulkarni"], "ruleset": "icf", "rules": {"games": 1, "points": 10}, "title": "Mixed, final", "seq": 1}', 1795359160045, NULL),
  (38, 'j2', 1, 2, 'rehearsal-xd-1-1-1', 'match', '{"kind": "match", "match": "rehearsal-xd-1-1-1", "stage": "final", "doubles": false, "a": ["Mallory"], "b": ["Nobody"], "ruleset": "icf", "rules": {"games": 1, "points": 10}, "seq": 1}', 1795359160045, NULL),
  (39, 'j2', 2, 2, 'rehearsal-xd-1-1-1', 'toss', '{"kind": "toss", "breaks": "a", "seq": 2}', 1795359160045, NULL),
  (40, 'j2', 3, 2, 'rehearsal-xd-1-1-1', 'board', '{"kind": "board", "winner": "b", "left": 5, "queen": "b", "seq": 3}', 1795359160045, NULL),
  (41, 'j2', 4, 2, 'rehearsal-xd-1-1-1', 'board', '{"kind": "board", "winner": "b", "left": 5, "queen": "b", "seq": 4}', 1795359160045, NULL),
  (42, 'j2', 5, 2, 'rehearsal-xd-1-1-1', 'confirm', '{"kind": "confirm", "seq": 5}', 1795359160045, NULL);
INSERT INTO "journal_owners" ("journal", "number", "table_no", "key_id", "since", "stored", "held", "how") VALUES
  ('15c39732', 1, 1, '', 1795359110561, 0, 0, 'migrated'),
  ('15c39732', 2, 1, 'fcf319c5300e07bb5a331d614c47a4b9', 1795359111083, 1, 20, 'migrated'),
  ('4131fae3', 1, 2, '', 1795359110571, 0, 0, 'migrated'),
  ('4131fae3', 2, 2, '0956acf5608bf907bb66010512eb57bb', 1795359111088, 1, 16, 'migrated'),
  ('j2', 1, 2, '0956acf5608bf907bb66010512eb57bb', 1795359111088, 0, 0, 'migrated'),
  ('j3', 1, 3, 'unseen', 1795359160045, 0, 0, 'migrated');
INSERT INTO "keys" ("id", "table_no", "key", "state", "note", "made_at", "used_at", "ended_at") VALUES
  (1, 1, '32c43949b35d024a3534c8a19a2092bd', 'current', 'demonstration', 1795359098556, 1795359111083, NULL),
  (2, 2, 'a7e9d0ae78c448029b69e83b0f700a0f', 'current', 'demonstration', 1795359098560, 1795359111088, NULL);
INSERT INTO "matches" ("id", "journal", "first_seq", "last_seq", "match", "table_no", "title", "stage", "ruleset", "doubles", "names", "phase", "official", "winner", "confirmed", "agrees", "problem", "seal", "started_at", "updated_at") VALUES
  (1, '15c39732', 2, 4, 'rehearsal-ev-1-1-1', 1, 'Men''s Singles, semi-final 1', 'semi_final', 'icf', false, '{"a": ["Asha Kulkarni"], "b": ["Dev Bose"]}', 'toss', '{"games": [], "games_won": [0, 0], "points": [0, 0], "winner": null, "how": null, "held": false, "net": {"a": 0, "b": 0}}', NULL, false, true, NULL, NULL, 1795359111474, 1795359112635),
  (2, '4131fae3', 2, 4, 'rehearsal-ev-1-1-2', 2, 'Men''s Singles, semi-final 2', 'semi_final', 'icf', false, '{"a": ["Chitra Iyer"], "b": ["Bela Fernandes"]}', 'confirmed', '{"games": [[25, 0], [25, 0]], "games_won": [2, 0], "points": [25, 0], "winner": "a", "how": "walkover", "held": false, "net": {"a": 50, "b": -50}}', 'a', true, true, NULL, 'sealed', 1795359111474, 1795359114750),
  (3, '15c39732', 5, 20, 'rehearsal-ev-1-2-1', 1, 'Men''s Singles, final', 'final', 'icf', false, '{"a": ["Asha Kulkarni"], "b": ["Chitra Iyer"]}', 'confirmed', '{"games": [[19, 25], [18, 25]], "games_won": [0, 2], "points": [18, 25], "winner": "b", "how": "played", "held": false, "net": {"a": -13, "b": 13}}', 'b', true, true, NULL, 'sealed', 1795359115146, 1795359125303),
  (4, '4131fae3', 5, 16, 'rehearsal-ev-1-2-2', 2, 'Men''s Singles, third place', 'semi_final', 'icf', false, '{"a": ["Dev Bose"], "b": ["Bela Fernandes"]}', 'confirmed', '{"games": [[25, 10], [25, 7]], "games_won": [2, 0], "points": [25, 7], "winner": "a", "how": "played", "held": false, "net": {"a": 33, "b": -33}}', 'a', true, true, NULL, 'sealed', 1795359115401, 1795359121625),
  (5, 'j3', 1, 1, 'rehearsal-xd-1-1-1', 3, 'Mixed, final', 'final', 'icf', false, '{"a": ["Dev Bose"], "b": ["Asha Kulkarni"]}', 'toss', '{"games": [], "games_won": [0, 0], "points": [0, 0], "winner": null, "how": null, "held": false, "net": {"a": 0, "b": 0}}', NULL, false, true, NULL, NULL, 1795359160045, 1795359160045),
  (6, 'j2', 1, 5, 'rehearsal-xd-1-1-1', 2, NULL, 'final', 'icf', false, '{"a": ["Mallory"], "b": ["Nobody"]}', 'confirmed', '{"games": [[0, 10]], "games_won": [0, 1], "points": [0, 10], "winner": "b", "how": "played", "held": false, "net": {"a": -10, "b": 10}}', 'b', true, true, NULL, NULL, 1795359160045, 1795359160045);
INSERT INTO "meta" ("key", "value") VALUES
  ('schema', '4');
INSERT INTO "reports" ("id", "fixture", "journal", "first_seq", "table_no", "reason", "detail", "result", "state", "since", "who", "why", "decided_at") VALUES
  (1, 'rehearsal-xd-1-1-1', 'j2', 1, 2, 'before', '{"rule":"other_table"}', '{"winner":"b","how":"played","games":[[0,10]],"games_won":[0,1],"points":[0,10],"net":-10,"twenties":[0,0]}', 'open', 1795359160045, NULL, NULL, NULL);
INSERT INTO "tables" ("table_no", "name", "journal", "boot", "firmware", "keyed", "transport", "port", "link", "heard_at", "status", "problem") VALUES
  (1, 'Table 1', 'j1', 1, '1.0', true, 'tcp', 'here', 'up', 1795359160045, NULL, NULL),
  (2, 'Table 2', 'j2', 1, '1.0', true, 'tcp', 'here', 'up', 1795359160045, NULL, NULL),
  (3, 'Table 3', 'j3', 1, '1.0', true, 'tcp', 'here', 'up', 1795359160045, NULL, NULL);
INSERT INTO "tournaments" ("id", "key", "name", "place", "days", "ruleset", "state", "settings", "made_at") VALUES
  (1, 'rehearsal', 'Rehearsal', '', '', 'icf', 'open', '{}', 1795359111102);
INSERT INTO "competitions" ("id", "tournament_id", "key", "name", "kind", "ruleset", "category", "rules", "variant", "format", "state") VALUES
  (1, 1, 'ev', 'Men''s Singles', 'singles', 'icf', NULL, NULL, NULL, '[{"kind":"knockout","name":"Knockout","settings":{"third":true}}]', 'done'),
  (2, 1, 'xd', 'Mixed', 'singles', 'icf', NULL, '{"games":1,"points":10}', NULL, '[{"kind":"knockout","name":"","settings":{}}]', 'done');
INSERT INTO "players" ("id", "tournament_id", "number", "name", "club", "country", "licence", "removed_at") VALUES
  (1, 1, 1, 'Asha Kulkarni', 'North', '', '', NULL),
  (2, 1, 2, 'Bela Fernandes', 'South', '', '', NULL),
  (3, 1, 3, 'Chitra Iyer', 'East', '', '', NULL),
  (4, 1, 4, 'Dev Bose', 'West', '', '', NULL);
INSERT INTO "entries" ("id", "competition_id", "name", "seeding", "state", "changes", "entered_at") VALUES
  (1, 1, '', 1, 'in', 0, 1795359111175),
  (2, 1, '', 2, 'in', 0, 1795359111175),
  (3, 1, '', 3, 'in', 0, 1795359111175),
  (4, 1, '', 4, 'in', 0, 1795359111175),
  (5, 2, '', NULL, 'in', 0, 1795359159971),
  (6, 2, '', NULL, 'in', 0, 1795359159971);
INSERT INTO "stages" ("id", "competition_id", "position", "kind", "name", "settings", "draw_seed", "state") VALUES
  (1, 1, 1, 'knockout', 'Knockout', '{"third":true}', 'ACCEPTED', 'done'),
  (2, 2, 1, 'knockout', '', '{}', 'T4F3-BZFY', 'done');
INSERT INTO "entry_players" ("entry_id", "position", "player_id") VALUES
  (1, 1, 1),
  (2, 1, 2),
  (3, 1, 3),
  (4, 1, 4),
  (5, 1, 1),
  (6, 1, 4);
INSERT INTO "fixtures" ("id", "competition_id", "stage_id", "round", "group_no", "number", "laws_stage", "entry_a", "entry_b", "source_a", "source_b", "tie", "part", "line_up", "state", "hall", "table_no", "command", "umpire", "called_at", "report_by", "decided_at", "result", "journal", "first_seq", "note", "note_code") VALUES
  ('rehearsal-ev-1-1-1', 1, 1, 1, 0, 1, 'semi_final', 1, 4, '', '', NULL, NULL, NULL, 'done', '', 1, 'c3210c1d', 'Umpire 1', 1795359111297, 1795359112474, 1795359112508, '{"winner":"a","how":"walk_over","games":[[25,0],[25,0]],"games_won":[2,0],"points":[50,0],"net":50,"twenties":[0,0]}', NULL, NULL, '', NULL),
  ('rehearsal-ev-1-1-2', 1, 1, 1, 0, 2, 'semi_final', 3, 2, '', '', NULL, NULL, NULL, 'done', '', 2, 'ee0472c2', 'Umpire 2', 1795359111357, 1795360011474, 1795359114750, '{"winner":"a","how":"walk_over","games":[[25,0],[25,0]],"games_won":[2,0],"points":[50,0],"net":50,"twenties":[0,0]}', '4131fae3', 2, '', NULL),
  ('rehearsal-ev-1-2-1', 1, 1, 2, 0, 1, 'final', 1, 3, 'winner:rehearsal-ev-1-1-1', 'winner:rehearsal-ev-1-1-2', NULL, NULL, NULL, 'done', '', 1, '723ee1a4', 'Umpire 1', 1795359114985, 1795360015146, 1795359125303, '{"winner":"b","how":"played","games":[[19,25],[18,25]],"games_won":[0,2],"points":[37,50],"net":-13,"twenties":[0,0]}', '15c39732', 5, '', NULL),
  ('rehearsal-ev-1-2-2', 1, 1, 2, 0, 2, 'semi_final', 4, 2, 'loser:rehearsal-ev-1-1-1', 'loser:rehearsal-ev-1-1-2', NULL, NULL, NULL, 'done', '', 2, '522a7b8f', 'Umpire 2', 1795359115066, 1795360015401, 1795359121625, '{"winner":"a","how":"entered","games":[[25,10],[25,6]],"games_won":[2,0],"points":[50,16],"net":34,"twenties":[0,0]}', NULL, NULL, '', NULL),
  ('rehearsal-xd-1-1-1', 2, 2, 1, 0, 1, 'final', 6, 5, '', '', NULL, NULL, NULL, 'done', '', 2, '2a8dde33', '', 1795359160121, 1795360060121, 1795359160045, '{"winner":"b","how":"played","games":[[0,10]],"games_won":[0,1],"points":[0,10],"net":-10,"twenties":[0,0]}', 'j2', 1, '', NULL);
INSERT INTO "corrections" ("id", "fixture", "at", "who", "reason", "before", "after") VALUES
  (1, 'rehearsal-ev-1-2-2', 1795359121857, 'rehearsal', 'a board was counted twice', '{"winner":"a","how":"played","games":[[25,10],[25,7]],"games_won":[2,0],"points":[50,17],"net":33,"twenties":[0,0]}', '{"winner":"a","how":"entered","games":[[25,10],[25,6]],"games_won":[2,0],"points":[50,16],"net":34,"twenties":[0,0]}');
