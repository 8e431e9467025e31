// Made by python -m hardware.generator from the boards; do not edit. Millimetres, y downwards.
main_size = [100, 60];
main_holes = [[4, 4], [96, 4], [96, 56], [4, 56]];
digits_size = [100, 99];
digits_holes = [[3.6, 3.6], [96.4, 3.6], [96.4, 95.4], [3.6, 95.4]];
usb_c_at = [84, 56.2];
power_key_at = [91, 38];
ribbon_at = [91, 17];
buzzer_at = [44, 50];
devkit_at = [10, 8.5];
digit_middles = [[25.5, 41.5], [74.5, 41.5]];
digit_size = [47.8, 69.7];
stripboard_size = [99.06, 66.04];
stripboard_screws = [[3.81, 3.81], [95.25, 3.81], [3.81, 62.23], [95.25, 62.23]];
usb_at = [26.67, 67.31];
buzzer_hole = [72.39, 48.26];
key_pitch = 22;
epaper_module = [103, 78.5];
epaper_window = [86, 64.8];
max7219_module = [166, 34];
max7219_window = [161, 28.2];
cell_size = [69, 54, 18];
wall = 2.4;
frame_gap = 0.6;
keys_y = 58;
lid_corner = 4.5;
key_hole = 13.2;
clock_hole = 24.4;
screw_hole = 3.4;
legend_font = "DejaVu Sans:style=Bold";
basic_inner = [172, 130.04];
basic_keys = [[[39, 42], false], [[61, 42], false], [[83, 42], false], [[105, 42], false], [[127, 42], false], [[39, 19], false], [[61, 19], false], [[83, 19], false], [[105, 19], false], [[133, 19], true]];
basic_legends = [
    [[39, 50.2], 2.7, "WHITE"],
    [[61, 50.2], 2.7, "BLACK"],
    [[83, 50.2], 2.7, "QUEEN"],
    [[105, 50.2], 2.7, "STRIKER"],
    [[127, 50.2], 2.7, "FOUL"],
    [[39, 27.2], 2.7, "UNDO"],
    [[61, 27.2], 2.7, "DUE"],
    [[83, 27.2], 2.7, "PAUSE"],
    [[105, 27.2], 2.7, "OK"],
    [[133, 0.94], 2.7, "CLOCK"],
    [[25.5, 110.72], 3.4, "POINTS"],
    [[55.5, 110.72], 3.4, "TURN"],
    [[86, 110.72], 3.4, "CLOCK"],
    [[116.5, 110.72], 3.4, "TURN"],
    [[146.5, 110.72], 3.4, "POINTS"],
    [[42.41, 73.72], 3.4, "QUEEN"],
    [[103.41, 73.72], 3.4, "POINT: MIN"],
    [[163.41, 73.72], 3.4, "QUEEN"],
    [[86, 126.32], 3, "LOW BAR: TURN OR BREAK   HIGH BAR: 2ND PLAYER"],
    [[86, 121.32], 3, "BOTH POINTS: TIME UP   b: BOARD   r: ROUND"],
    [[86, 116.32], 3, "P: ITS POINTS   U: BY HAND   C: PIECES"],
    [[86, 68.54], 3, "on: ON BOARD   in: POCKETED   St: STRIKER   Fo: FOUL   SF: BOTH"],
    [[86, 63.54], 3, "d: OWED   PL: PLACES   L: LAW   GA: GAMES   tY: 20S"],
    [[86, 58.54], 3, "di: DISCS LEFT   G1: GAME 1   AL: ALL GAMES   tiE: EXTRA   d- --: MORE"]];
eink_inner = [146, 140.5];
eink_keys = [[[26, 42], false], [[48, 42], false], [[70, 42], false], [[92, 42], false], [[114, 42], false], [[26, 19], false], [[48, 19], false], [[70, 19], false], [[92, 19], false], [[120, 19], true]];
eink_legends = [
    [[26, 50.2], 2.7, "WHITE"],
    [[48, 50.2], 2.7, "BLACK"],
    [[70, 50.2], 2.7, "QUEEN"],
    [[92, 50.2], 2.7, "STRIKER"],
    [[114, 50.2], 2.7, "FOUL"],
    [[26, 27.2], 2.7, "UNDO"],
    [[48, 27.2], 2.7, "DUE"],
    [[70, 27.2], 2.7, "PAUSE"],
    [[92, 27.2], 2.7, "OK"],
    [[120, 0.94], 2.7, "CLOCK"]];
frame_legends = [[
    [[50, 94.25], 5, "POINTS"],
    [[88.08, 15.45], 5, "QUEEN"],
    [[50, 9.66], 3.2, "LOW BAR: TURN OR BREAK"],
    [[50, 4.26], 3.2, "HIGH BAR: 2ND PLAYER"],
    [[50, -1.14], 3.2, "BOTH POINTS: TIME UP   b: BOARD"]], [
    [[25.5, 94.25], 5, "TURN"],
    [[74.5, 94.25], 5, "CLOCK"],
    [[50, 9.66], 3.2, "r: ROUND   P: ITS POINTS"],
    [[50, 4.26], 3.2, "U: BY HAND   C: PIECES"],
    [[50, -1.14], 3.2, "on: ON BOARD   in: POCKETED"]], [
    [[25.5, 94.25], 5, "CLOCK"],
    [[74.5, 94.25], 5, "TURN"],
    [[44.9, 15.45], 5, "POINT: MIN"],
    [[50, 9.66], 3.2, "St: STRIKER   Fo: FOUL   SF: BOTH"],
    [[50, 4.26], 3.2, "d: OWED   PL: PLACES   L: LAW"],
    [[50, -1.14], 3.2, "GA: GAMES   tY: 20S"]], [
    [[50, 94.25], 5, "POINTS"],
    [[88.08, 15.45], 5, "QUEEN"],
    [[50, 9.66], 3.2, "di: DISCS LEFT   G1: GAME 1"],
    [[50, 4.26], 3.2, "AL: ALL GAMES   tiE: EXTRA"],
    [[50, -1.14], 3.2, "d- --: MORE"]]];
