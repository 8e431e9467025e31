"""Lines: what is a frame, what is damaged, what is only noise."""

from boardside.link.frame import HOST_LINE_MAX, LineReader, dumps, fields, pack, unpack

BODY = b'["st",1,{"name":"*$[","x":"\\u00e9"}]'
MAC = b"0123456789abcdef"


def test_a_frame_comes_back_as_it_was_packed():
    line = pack(BODY, MAC)
    assert line[-1:] == b"\n"
    assert unpack(line[:-1]) == (BODY, MAC)


def test_noise_in_front_of_a_frame_on_the_same_line_is_skipped():
    line = pack(BODY, MAC)[:-1]
    assert unpack(b">>> ets Jul 29 2019\t$5 " + line) == (BODY, MAC)


def test_no_single_changed_byte_is_accepted():
    line = pack(BODY, MAC)[:-1]
    for index in range(len(line)):
        for flip in (1, 0x20, 0x80):
            damaged = bytearray(line)
            damaged[index] ^= flip
            body = unpack(bytes(damaged))
            assert body is None, (index, flip, body)


def test_no_cut_frame_is_accepted():
    line = pack(BODY, MAC)[:-1]
    for length in range(len(line)):
        assert unpack(line[:length]) is None


def test_upper_case_digits_are_not_ours():
    line = pack(BODY, MAC)[:-1]
    assert unpack(line[:-8] + line[-8:].upper()) is None or line[-8:] == line[-8:].upper()


def test_other_lines_are_no_frames():
    for noise in (b"", b"$", b"$[", b"hello", b"$[]*", b"rst:0x1 (POWERON_RESET),boot:0x13", b"\xff\xfe$["):
        assert unpack(noise) is None


def test_fields_takes_arrays_that_begin_with_a_string_only():
    assert fields(b'["ack",1,2]') == ["ack", 1, 2]
    for wrong in (b"", b"{}", b"[]", b"[1]", b"null", b'"a"', b'["a"', b"[" * 5000, b"\xff", b'{"a":1}'):
        assert fields(wrong) is None, wrong


def test_dumps_is_printable_ascii_for_any_text():
    text = 'Zo\u00eb \u0b85 \u4e2d \U0001f600 \x7f \x00 \\ " \n'
    written = dumps({"a": [text, 1, True, None]})
    for character in written:
        assert " " <= character <= "~", written
    back = fields('["",' + written + "]")[1]["a"][0]
    # MicroPython reads a surrogate pair as two characters; both ways of writing it are the same text.
    assert dumps(back) == dumps(text)
    assert dumps({}) == "{}"
    assert dumps([1, "a"]) == '[1,"a"]'


def test_a_stream_cut_anywhere_gives_the_same_lines():
    stream = b"boot\r\n" + pack(BODY, MAC) + b"\n\n" + b"log\n" + pack(b'["x"]', MAC)
    whole = LineReader(200).feed(stream)
    assert whole == [b"boot", pack(BODY, MAC)[:-1], b"log", pack(b'["x"]', MAC)[:-1]]
    for cut in range(len(stream) + 1):
        reader = LineReader(200)
        assert reader.feed(stream[:cut]) + reader.feed(bytearray(stream[cut:])) == whole
    reader = LineReader(200)
    lines = []
    for index in range(len(stream)):
        lines += reader.feed(stream[index : index + 1])
    assert lines == whole


def test_a_line_that_is_too_long_is_dropped_and_counted_and_the_next_one_taken():
    reader = LineReader(20)
    assert reader.feed(b"x" * 20 + b"\n") == [b"x" * 20]
    assert reader.feed(b"x" * 15) == []
    for _ in range(100):
        assert reader.feed(b"x" * 50) == []
    assert reader.too_long == 1
    assert reader.feed(b"y\nshort\n") == [b"short"]
    assert reader.feed(b"z" * 21 + b"\nagain\n") == [b"again"]
    assert reader.too_long == 2


def test_what_a_reader_holds_is_bounded():
    reader = LineReader(HOST_LINE_MAX)
    for _ in range(3 * HOST_LINE_MAX // 100):
        reader.feed(b"x" * 100)
        assert len(reader._part) <= HOST_LINE_MAX
