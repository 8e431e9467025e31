// The printed pieces of Basic and E-ink: a flat console, keys in front, display behind them in the lid, the
// stripboard below the display. x to the right, y away from the umpire, z up; (0, 0, 0) is the inner corner in
// front on the left. The lid is drawn as it lies on the box and turned over for printing.
include <dimensions.scad>

build = "basic"; // basic, eink
piece = "all";   // box, lid

gap = 0.4;        // between lid and box
post = 6;         // below the stripboard: soldered legs, screws
inner_z = 40;     // stripboard, sockets, ESP32 board, display; the arcade button reaches 30 mm below the lid
is_eink = build == "eink";
module_size = is_eink ? epaper_module : max7219_module;
window_size = is_eink ? epaper_window : max7219_window;
// The PowerBoost lies beside the stripboard, the cell below the keys.
inner = is_eink ? eink_inner : basic_inner;
inner_x = inner[0];
inner_y = inner[1];
keys = is_eink ? eink_keys : basic_keys;
legends = is_eink ? eink_legends : basic_legends;
board_at = [(is_eink ? 12 : (inner_x - stripboard_size[0]) / 2), inner_y - stripboard_size[1] - 1];
window_middle = [inner_x / 2, keys_y + (inner_y - keys_y) / 2];
key_left = keys[0][0][0];
booster_x = inner_x - 22;
corner = lid_corner;
$fn = 28;

// The board lies turned by half: strip Z, and with it the ESP32's USB socket, at the back.
function on_board(p) = [board_at[0] + stripboard_size[0] - p[0], board_at[1] + p[1]];
function corners() = [for (x = [corner, inner_x - corner], y = [corner, inner_y - corner]) [x, y]];

module pillar(at, height, bore, width = 7) {
    translate([at[0], at[1], 0]) difference() {
        translate([0, 0, -0.1]) cylinder(d = width, h = height + 0.1);
        translate([0, 0, height - 11]) cylinder(d = bore, h = 12);
    }
}

module box() {
    difference() {
        translate([-wall, -wall, -wall]) cube([inner_x + 2 * wall, inner_y + 2 * wall, inner_z + wall]);
        cube([inner_x, inner_y, inner_z + 1]);
        // the ESP32 board's USB plug, its overmould goes through the wall
        translate([on_board(usb_at)[0] - 7, inner_y - 1, post + 1.6 + 7]) cube([14, wall + 2, 10]);
        // cable to a second display
        translate([inner_x - 28, inner_y - 1, inner_z - 12]) cube([12, wall + 2, 6]);
        // the buzzer is heard through the left wall
        for (i = [-1:1], j = [-1:1])
            translate([1, on_board(buzzer_hole)[1] + i * 3.4, post + 10 + j * 3.4]) rotate([0, -90, 0]) cylinder(d = 2, h = wall + 2, $fn = 8);
        // the supply's USB-C plug, its overmould goes through the wall
        if (!is_eink) translate([inner_x - 26, inner_y - 1, 3]) cube([14, wall + 2, 9]);
        // the PowerBoost's micro-USB socket
        if (is_eink) translate([booster_x - 7, inner_y - 1, 3]) cube([14, wall + 2, 9]);
    }
    for (hole = stripboard_screws) pillar(on_board(hole), post, 2.5, 6);
    for (at = corners()) pillar(at, inner_z - 3.2, 2.8, 8);
    if (is_eink) {
        // two ribs hold the cell, four pins the PowerBoost
        translate([6, 8 + cell_size[1], 0]) cube([cell_size[0] * 0.7, 2, 8]);
        translate([6 + cell_size[0] + 1, 12, 0]) cube([2, cell_size[1] * 0.6, 8]);
        for (x = [0, 1], y = [0, 1])
            translate([booster_x + (x - 0.5) * 17.8, inner_y - 5 - y * 31, 0]) {
                cylinder(d = 5, h = 3);
                cylinder(d = 2.2, h = 6);
            }
    }
}

// Flat shapes are subtracted before they are raised: OpenSCAD does that in seconds, and solids in minutes.
module legends() {
    for (legend = legends) translate(legend[0])
        text(legend[2], size = legend[1], halign = "center", font = legend_font, $fn = 10);
}

module openings() {
    for (key = keys) translate(key[0])
        if (key[1]) circle(d = clock_hole); else square(key_hole, center = true);
    for (at = corners()) translate(at) circle(d = screw_hole);
}

module ring(size, thick, grow) {
    difference() {
        square([size[0] + grow + 2 * thick, size[1] + grow + 2 * thick], center = true);
        square([size[0] + grow, size[1] + grow], center = true);
    }
}

module face() { translate([-wall, -wall]) square([inner_x + 2 * wall, inner_y + 2 * wall]); }

module lid() {
    translate([0, 0, inner_z]) {
        // below the legends (light on the picture), and the layer they are sunk into
        color("ivory") linear_extrude(wall - 0.6) difference() {
            face();
            openings();
            translate(window_middle) square(window_size, center = true);
        }
        translate([0, 0, wall - 0.6]) linear_extrude(0.6) difference() {
            face();
            openings();
            legends();
            translate(window_middle) square([for (side = window_size) side + 2], center = true);
        }
        // a rim keeps the lid in place, interrupted at the screws
        translate([0, 0, -2.5]) linear_extrude(2.5) difference() {
            translate([inner_x / 2, inner_y / 2]) ring([inner_x, inner_y], 1.6, -2 * gap - 3.2);
            for (at = corners()) translate(at) circle(d = 10);
            translate(window_middle) square([for (side = module_size) side + 0.8], center = true);
        }
        // posts for the board with the keys, and a frame for the display module
        for (x = [key_left - 12, key_left + 3.5 * key_pitch])
            translate([x, 30.5, -7]) linear_extrude(7) difference() { circle(d = 6); circle(d = 2.5); }
        translate([window_middle[0], window_middle[1], -3]) linear_extrude(3) ring(module_size, 1.6, 0.8);
    }
}

if (piece == "box") box();
if (piece == "lid") translate([0, inner_y, inner_z + wall]) rotate([180, 0, 0]) lid();
if (piece == "all") {
    box();
    translate([inner_x + 25, 0, -inner_z]) lid();
}
