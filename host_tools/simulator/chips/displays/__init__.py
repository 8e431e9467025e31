"""How each display is soldered to a simulated board: a module each, named as in `boardside.arrangement`.

solder(board, index)    attach the chip's model and return it. board: `solder.Displays`; index: the
                        display's place in the list, for `board.teller` and `board.page_teller`
"""
