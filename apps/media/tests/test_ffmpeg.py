"""What ffmpeg makes of good, odd and bad videos."""

import json
import os
import re
import struct
import sys

import pytest

from apps.core.testing.videos import FOUR_SECONDS, PICTURE, SOUND, cut_off, make_video
from apps.media import ffmpeg, limited_process

SUBTITLES = "1\n00:00:01,000 --> 00:00:02,000\n<i>Risk</i> <script>alert(1)</script>\n"


def converted(path, folder):
    facts = ffmpeg.probe(path)
    made = folder / "made"
    made.mkdir()
    percents = []
    sizes = ffmpeg.convert(path, facts=facts, folder=made, on_progress=percents.append)
    assert percents == sorted(percents)
    return facts, sizes, made


def resolutions(made):
    return re.findall(r"RESOLUTION=(\w+)", (made / ffmpeg.PLAYLIST).read_text())


def test_a_video_is_converted_to_three_sizes_with_shared_sound(film, tmp_path):
    facts, sizes, made = converted(film, tmp_path)

    assert (round(facts.seconds), facts.short_side, facts.subtitles) == (4, 180, [])
    assert sizes == [180, 120]
    assert resolutions(made) == ["320x180", "214x120"]
    playlist = (made / ffmpeg.PLAYLIST).read_text()
    assert playlist.splitlines()[3].endswith('NAME="sound",DEFAULT=YES,URI="sound.m3u8"')
    assert re.findall(r'CODECS="([^"]+)"', playlist) == ["avc1.64000c,mp4a.40.2", "avc1.64000b,mp4a.40.2"]
    for size in (180, 120, "sound"):
        listed = re.findall(r"^[^#\n].*$", (made / f"{size}.m3u8").read_text(), re.MULTILINE)
        assert listed == [f"{size}-00000.m4s"]
        assert (made / listed[0]).stat().st_size > 1000
    bandwidths = [int(number) for number in re.findall(r"BANDWIDTH=(\d+)", playlist)]
    assert bandwidths == sorted(bandwidths, reverse=True)


@pytest.mark.parametrize(
    ("short_side", "sizes"),
    [(2160, [1080, 720, 360]), (720, [720, 480, 240]), (361, [360, 240, 120]), (180, [180, 120]), (16, [16])],
)
def test_sizes_are_the_own_one_and_two_smaller_ones(short_side, sizes):
    assert ffmpeg.sizes_for(short_side) == sizes


def test_a_video_without_sound(tmp_path):
    facts, _, made = converted(make_video(tmp_path / "silent.mov", *PICTURE, *FOUR_SECONDS), tmp_path)

    assert facts.audio_index is None
    assert not (made / "sound.m3u8").exists()
    assert "AUDIO" not in (made / ffmpeg.PLAYLIST).read_text()


@pytest.mark.parametrize("size", ["256x144", "144x256", "64x36"])
def test_a_small_video_without_sound_has_one_size(tmp_path, size):
    source = ("-f", "lavfi", "-i", f"testsrc2=size={size}:rate=12")
    _, sizes, made = converted(make_video(tmp_path / "small.mp4", *source, *FOUR_SECONDS), tmp_path)

    assert len(sizes) == 1
    assert resolutions(made) == [size]
    header = re.search(r'EXT-X-MAP:URI="([^"]+)"', (made / f"{sizes[0]}.m3u8").read_text())
    assert (made / header[1]).is_file()


def test_an_upright_video_stays_upright(tmp_path):
    source = ("-f", "lavfi", "-i", "testsrc2=size=180x320:rate=60")
    _, sizes, made = converted(make_video(tmp_path / "upright.mp4", *source, *FOUR_SECONDS), tmp_path)

    assert (sizes, resolutions(made)) == ([180, 120], ["180x320", "120x214"])


def test_a_rotated_video_of_a_phone_is_upright(film, tmp_path):
    rotated = make_video(tmp_path / "phone.mp4", "-i", str(film), "-c", "copy", "-metadata:s:v", "rotate=90")
    _, _, made = converted(rotated, tmp_path)

    assert resolutions(made)[0] == "180x320"


def test_one_of_ten_sound_tracks_is_kept(tmp_path):
    tracks = [part for number in range(11) for part in ("-map", str(number))]
    source = make_video(tmp_path / "ten.mkv", *PICTURE, *(SOUND * 10), *tracks, *FOUR_SECONDS)
    facts, _, made = converted(source, tmp_path)

    assert facts.audio_index == 1
    assert (made / ffmpeg.PLAYLIST).read_text().count("TYPE=AUDIO") == 1


def test_a_cover_picture_before_the_video_is_not_the_video(film, tmp_path):
    square = ("-f", "lavfi", "-i", "color=red:s=64x64")
    cover = make_video(tmp_path / "cover.mjpeg", *square, "-frames:v", "1")
    joined = ("-i", str(cover), "-i", str(film), "-map", "0", "-map", "1", "-c", "copy")
    source = make_video(tmp_path / "covered.mp4", *joined, "-disposition:v:0", "attached_pic")
    facts, _, made = converted(with_metadata_first(source), tmp_path)
    ffmpeg.write_poster(source, facts=facts, to=tmp_path / "poster.jpg")

    assert facts.short_side == 180
    assert resolutions(made) == ["320x180", "214x120"]
    assert (tmp_path / "poster.jpg").exists()


def with_metadata_first(path):
    """The cover is in the metadata; some programs write these before the tracks."""
    content = path.read_bytes()
    start = content.index(b"moov") + 4
    boxes = []
    while start < len(content):
        size = int.from_bytes(content[start : start + 4])
        boxes.append(content[start : start + size])
        start += size
    boxes.sort(key=lambda box: (b"mvhd", b"udta", b"trak").index(box[4:8]))
    path.write_bytes(content[: start - sum(map(len, boxes))] + b"".join(boxes))
    return path


def test_a_part_cut_out_of_a_recording_has_its_own_length(film, tmp_path):
    later = ("-i", str(film), "-c", "copy", "-output_ts_offset", "100")
    facts, sizes, _ = converted(make_video(tmp_path / "part.mkv", *later), tmp_path)

    assert round(facts.seconds) == 4
    assert sizes == [180, 120]


def test_slides_of_seconds_each_do_not_break_off(tmp_path):
    slides = ("-f", "lavfi", "-i", "testsrc=s=256x144:r=0.25", "-t", "32", "-c:v", "libx264")
    facts, sizes, _ = converted(make_video(tmp_path / "slides.mp4", *slides), tmp_path)

    assert round(facts.seconds) == 32
    assert sizes == [144]


def test_subtitles_become_captions_without_scripts(tmp_path):
    (tmp_path / "text.srt").write_text(SUBTITLES)
    languages = ("-metadata:s:s:0", "language=hin")
    source = make_video(
        tmp_path / "text.mkv", *PICTURE, "-i", str(tmp_path / "text.srt"), *FOUR_SECONDS, *languages
    )
    [subtitles] = ffmpeg.probe(source).subtitles

    assert subtitles.language == "hi"
    assert ffmpeg.write_captions(source, subtitles=subtitles, to=tmp_path / "hi.vtt")
    text = (tmp_path / "hi.vtt").read_text()
    assert text.startswith("WEBVTT\n\n00:01.000 --> 00:02.000\n<i>Risk</i>")
    assert "<script>" not in text


def test_a_poster_is_a_frame_of_the_video(film, tmp_path):
    ffmpeg.write_poster(film, facts=ffmpeg.probe(film), to=tmp_path / "poster.jpg")

    assert (tmp_path / "poster.jpg").read_bytes().startswith(b"\xff\xd8")


@pytest.mark.parametrize(
    "content", [b"", b"MZ" * 500, b"#EXTM3U\n#EXTINF:1,\nfile:/etc/passwd\n", b"\x00" * 90_000]
)
@pytest.mark.parametrize("extension", ["mp4", "mkv"])
def test_a_file_that_is_no_video_is_refused(film, tmp_path, content, extension):
    path = tmp_path / f"bad.{extension}"
    path.write_bytes(content)

    with pytest.raises(ffmpeg.BadVideo, match="no video"):
        ffmpeg.probe(path)


def test_sound_alone_is_refused(tmp_path):
    source = make_video(tmp_path / "sound.mp4", *SOUND, "-t", "2")

    with pytest.raises(ffmpeg.BadVideo, match="no picture"):
        ffmpeg.probe(source)


@pytest.mark.parametrize("name", ["video.txt", "video", "video.m3u8", "video.avi"])
def test_other_extensions_are_refused(film, tmp_path, name):
    (tmp_path / name).write_bytes(film.read_bytes())

    with pytest.raises(ffmpeg.BadVideo, match="Allowed file extensions: m4v, mkv, mov, mp4, webm"):
        ffmpeg.probe(tmp_path / name)


def test_a_video_cut_off_before_its_index_is_refused(film, tmp_path):
    with pytest.raises(ffmpeg.BadVideo, match="cut off"):
        ffmpeg.probe(cut_off(film, to=tmp_path / "cut.mp4"))


def test_a_video_that_breaks_off_says_where(tmp_path):
    longer = ("-t", "12", "-c:v", "libx264", "-preset", "ultrafast", "-movflags", "+faststart")
    whole = make_video(tmp_path / "whole.mp4", *PICTURE, *SOUND, *longer)

    with pytest.raises(ffmpeg.BadVideo, match=r"breaks off after 0:0[4-8] of 0:12"):
        converted(cut_off(whole, to=tmp_path / "cut.mp4"), tmp_path)


def test_a_failing_progress_report_stops_ffmpeg(tmp_path):
    longer = make_video(
        tmp_path / "long.mp4", *PICTURE, "-t", "60", "-c:v", "libx264", "-preset", "ultrafast"
    )
    facts = ffmpeg.probe(longer)
    processes = []

    def stop(_percent):
        processes.append(True)
        raise InterruptedError

    with pytest.raises(InterruptedError):
        ffmpeg.convert(longer, facts=facts, folder=tmp_path, on_progress=stop)
    assert processes == [True]


@pytest.mark.parametrize(
    ("module", "limit", "seconds", "child", "message"),
    [
        (limited_process, "_STALLED_SECONDS", 0.2, "exec sleep 60", "cannot be decoded"),
        (
            ffmpeg,
            "_MAX_SECONDS",
            0.5,
            "while :; do echo out_time_us=1; sleep 0.1; done",
            "takes too long",
        ),
    ],
)
def test_an_ffmpeg_that_stalls_or_never_ends_is_killed(
    film, tmp_path, monkeypatch, module, limit, seconds, child, message
):
    monkeypatch.setattr(module, limit, seconds)
    monkeypatch.setattr(ffmpeg, "_ffmpeg", lambda *_args, **_kwargs: ["sh", "-c", child])
    facts = ffmpeg.probe(film)

    with pytest.raises(ffmpeg.BadVideo, match=message):
        ffmpeg.convert(film, facts=facts, folder=tmp_path, on_progress=lambda _percent: None)


def test_the_programs_get_no_setting_and_limited_memory(tmp_path, monkeypatch, settings):
    """The limit is set right after the start, so this program waits for it."""
    script = f"""#!{sys.executable}
import json, os, resource, time
for _ in range(1000):
    limit = resource.getrlimit(resource.RLIMIT_DATA)[0]
    if limit != resource.RLIM_INFINITY:
        break
    time.sleep(0.01)
with open(__file__ + ".json", "w") as file:
    json.dump([sorted(os.environ), limit], file)
print("{{}}")
"""
    for name in ("ffprobe", "ffmpeg"):
        (tmp_path / name).write_text(script)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("SECRET_KEY", "a secret")
    settings.FFMPEG = str(tmp_path / "ffmpeg")
    with pytest.raises(ffmpeg.BadVideo):
        ffmpeg.probe(tmp_path / "film.mp4")
    facts = ffmpeg.VideoFacts(seconds=4, short_side=180, audio_index=None, subtitles=[])
    ffmpeg.write_poster(tmp_path / "film.mp4", facts=facts, to=tmp_path / "poster.jpg")

    for name in ("ffprobe", "ffmpeg"):
        names, limit = json.loads((tmp_path / f"{name}.json").read_text())
        assert set(names) <= {"PATH", "LC_CTYPE"}, name
        if sys.platform == "linux":
            assert limit == limited_process._MEMORY_BYTES, name


def test_a_header_that_says_a_hundred_hours_is_refused(film, tmp_path):
    path = make_video(tmp_path / "long.mkv", "-i", str(film), "-c", "copy")
    duration = b"\x44\x89\x88"
    before, _, after = path.read_bytes().partition(duration)
    for hours, is_allowed in ((12, True), (100, False)):
        path.write_bytes(before + duration + struct.pack(">d", hours * 3_600_000.0) + after[8:])
        if is_allowed:
            assert ffmpeg.probe(path).seconds == pytest.approx(hours * 3600, abs=1)
        else:
            with pytest.raises(ffmpeg.BadVideo, match="12 hours long at most"):
                ffmpeg.probe(path)


@pytest.mark.parametrize(
    ("width", "height", "shape", "is_allowed"),
    [
        (8192, 4320, "1:1", True),
        (8192, 4321, "1:1", False),
        (16, 8193, "1:1", False),
        (15, 16, "1:1", False),
        (2000, 4000, "4:1", True),
        (2000, 4000, "255:1", False),
        (2000, 4000, "0:1", True),
    ],
)
def test_a_header_that_says_huge_frames_is_refused(monkeypatch, tmp_path, width, height, shape, is_allowed):
    video = {"codec_type": "video", "width": width, "height": height, "sample_aspect_ratio": shape}
    found = json.dumps({"streams": [video], "format": {"duration": "4"}})
    monkeypatch.setattr(limited_process, "output", lambda *_args, **_kwargs: found)
    if is_allowed:
        assert ffmpeg.probe(tmp_path / "film.mp4").short_side == min(width, height)
    else:
        with pytest.raises(ffmpeg.BadVideo, match="between 16 and 8192 pixels"):
            ffmpeg.probe(tmp_path / "film.mp4")


def test_without_ffmpeg_nothing_is_available(settings):
    settings.FFMPEG = "no-such-program"

    assert not ffmpeg.is_available()
