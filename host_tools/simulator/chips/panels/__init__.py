"""How each panel is soldered to a simulated board: a module each, named as in `boardside.arrangement`.

solder(panel, on_output, drivers)    attach the chips' models. panel: `panel.Panel`
"""
