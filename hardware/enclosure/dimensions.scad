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
