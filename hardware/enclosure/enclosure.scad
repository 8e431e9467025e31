// The Tournament build's printed pieces. Boards lie as in KiCad: y downwards, so it is turned over here.
include <dimensions.scad>

piece = "all"; // main_box, main_lid, digit_frame_1 to 4 from left to right, digit_back

gap = frame_gap;   // between board and wall
floor_z = 2.4;
post = 6;          // below the main board: soldered legs
inner_z = 34;      // sockets, ESP32 board, plugs
frame_z = 17;      // digits' faces and ribbon plugs in front of the digit board
back_z = 9;
$fn = 40;

function flip(p, size) = [p[0], size[1] - p[1]];

module shell(size, height) {
    difference() {
        translate([-wall - gap, -wall - gap, 0]) cube([size[0] + 2 * (wall + gap), size[1] + 2 * (wall + gap), height]);
        translate([-gap, -gap, floor_z]) cube([size[0] + 2 * gap, size[1] + 2 * gap, height]);
    }
}

module posts(size, holes, height, bore) {
    for (hole = holes) translate(concat(flip(hole, size), [0])) difference() {
        cylinder(d = 7, h = floor_z + height);
        translate([0, 0, 1]) cylinder(d = bore, h = floor_z + height);
    }
}

module main_box() {
    board_z = floor_z + post + 1.6;
    difference() {
        shell(main_size, floor_z + post + inner_z);
        // USB-C at the edge nearest to y = 0 here
        translate([usb_c_at[0] - 6, -wall - gap - 1, board_z - 1]) cube([12, wall + 2, 6]);
        // the ESP32 board's own USB socket, 8.5 mm of pin socket above the board
        translate([devkit_at[0] + 12.7 - 7, -wall - gap - 1, board_z + 8]) cube([14, wall + 2, 9]);
        // ribbon to the digits, cable of the keys
        translate([main_size[0] + gap - 1, main_size[1] - ribbon_at[1] - 10, board_z + 12]) cube([wall + 2, 18, 8]);
        translate([main_size[0] / 2 - 5, main_size[1] + gap - 1, board_z + 12]) cube([24, wall + 2, 8]);
    }
    posts(main_size, main_holes, post, 2.8);
}

module main_lid() {
    difference() {
        union() {
            translate([-wall - gap, -wall - gap, 0]) cube([main_size[0] + 2 * (wall + gap), main_size[1] + 2 * (wall + gap), floor_z]);
            translate([-gap + 0.2, -gap + 0.2, floor_z]) difference() {
                cube([main_size[0] + 2 * gap - 0.4, main_size[1] + 2 * gap - 0.4, 3]);
                translate([wall, wall, -1]) cube([main_size[0] + 2 * gap - 0.4 - 2 * wall, main_size[1] + 2 * gap - 0.4 - 2 * wall, 6]);
            }
        }
        // seen from outside the lid is mirrored: x runs the other way
        for (i = [-2:2], j = [-1:1])
            translate([main_size[0] - buzzer_at[0] - 3.8 + i * 3.4, main_size[1] - buzzer_at[1] + j * 3.4, -1]) cylinder(d = 2, h = 9);
        translate([main_size[0] - power_key_at[0] - 3.25, main_size[1] - power_key_at[1] - 2.25, -1]) cylinder(d = 8, h = 9);
    }
}

sunk = 0.6;

// Its face is the floor: seen from in front x runs the other way. frame: 0 to 3, from left to right.
module digit_frame(frame) {
    difference() {
        bare_frame();
        translate([digits_size[0], 0, -1]) mirror([1, 0, 0]) linear_extrude(1 + sunk)
            for (legend = frame_legends[frame]) translate(legend[0])
                text(legend[2], size = legend[1], halign = "center", font = legend_font, $fn = 10);
    }
}

module bare_frame() {
    difference() {
        shell(digits_size, floor_z + frame_z);
        for (middle = digit_middles) {
            at = flip(middle, digits_size);
            translate([at[0] - digit_size[0] / 2 - 0.3, at[1] - digit_size[1] / 2 - 0.3, -1]) cube([digit_size[0] + 0.6, digit_size[1] + 0.6, floor_z + 2]);
        }
        // the ribbon's way to the next frame on either side
        for (x = [-wall - gap - 1, digits_size[0] + gap - 1])
            translate([x, 2, floor_z + 4]) cube([wall + 2, 16, frame_z]);
    }
    posts(digits_size, digits_holes, frame_z - 1.6, 2.8);
}

module digit_back() {
    difference() {
        shell(digits_size, floor_z + back_z);
        for (hole = digits_holes) translate(concat(flip(hole, digits_size), [-1])) cylinder(d = 3.4, h = 9);
    }
    for (hole = digits_holes) translate(concat(flip(hole, digits_size), [0])) difference() {
        cylinder(d = 7, h = floor_z + back_z - 0.2);
        translate([0, 0, -1]) cylinder(d = 3.4, h = 30);
    }
}

if (piece == "main_box" || piece == "all") main_box();
if (piece == "main_lid") main_lid();
if (piece == "all") translate([0, -main_size[1] - 20, 0]) main_lid();
for (frame = [0:3]) if (piece == str("digit_frame_", frame + 1)) digit_frame(frame);
if (piece == "all") translate([125, 0, 0]) digit_frame(0);
if (piece == "digit_back") digit_back();
if (piece == "all") translate([125, -115, 0]) digit_back();
