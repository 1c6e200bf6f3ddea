"""
Reads and converts videos with the system's ffmpeg.

Uploaded files are hostile input: the demuxer is chosen by the extension and may open nothing but the file
itself, because others (playlists, lists of files) would read whatever path a file names. A header may say
anything, so `limited_process` limits time and memory.
"""

import json
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from django.conf import settings

from apps.media import limited_process
from apps.media.limited_process import Stopped, TookTooLong

_DEMUXERS = {".m4v": "mov", ".mkv": "matroska", ".mov": "mov", ".mp4": "mov", ".webm": "matroska"}
EXTENSIONS = tuple(extension.removeprefix(".") for extension in sorted(_DEMUXERS))

PLAYLIST = "index.m3u8"
_SOUND = "sound"
_SEGMENT_SECONDS = 6
_MAX_FRAME_RATE, _MIN_FRAME_RATE = 30, 10
"""With fewer frames the last one, and with it the end of slides, would be long in coming."""
_MAX_SHORT_SIDE, _MIN_SHORT_SIDE = 1080, 100
_MAX_SIDE, _MAX_PIXELS = 8192, 8192 * 4320
_MIN_POSTER_SIDE = 360
_AUDIO_BITS_PER_SECOND = 96_000

_MAX_HOURS = 12
_PROBE_SECONDS = 30
_EXTRA_SECONDS = 600
"""The longest for a poster or captions, and for a video beside what its length allows."""
_SECONDS_PER_SECOND, _MAX_SECONDS = 10, 24 * 3600
"""The longest for a second of video, and for a whole one."""

_TEXT_SUBTITLES = frozenset(("ass", "mov_text", "subrip", "text", "webvtt"))
# ISO 639-2, which containers use, as the codes that captions have on the web.
_LANGUAGES = {
    "ben": "bn",
    "eng": "en",
    "guj": "gu",
    "hin": "hi",
    "kan": "kn",
    "mal": "ml",
    "mar": "mr",
    "pan": "pa",
    "tam": "ta",
    "tel": "te",
}


class BadVideo(Exception):
    """The file cannot be imported; the message is for staff."""


@dataclass(frozen=True, slots=True)
class Subtitles:
    index: int
    language: str


@dataclass(frozen=True, slots=True)
class VideoFacts:
    seconds: float
    short_side: int
    audio_index: int | None
    """The index of the track to keep: the default one, or the first; None without sound."""
    subtitles: Sequence[Subtitles]


def program() -> str | None:
    """The path of ffmpeg; None if this machine has none, or settings say to do without."""
    name = settings.FFMPEG
    return shutil.which(name) if name else None


def is_available() -> bool:
    return program() is not None


def probe(path: Path, *, filename: str = "") -> VideoFacts:
    """
    What the file contains. Its format is that of `filename` if the path has no extension.

    :raises BadVideo: if it is no video that can be imported
    """
    found = _probe(_input(path, filename=filename))
    streams: list[dict[str, Any]] = found.get("streams", [])
    pictures = [s for s in streams if s.get("codec_type") == "video" and not _disposition(s, "attached_pic")]
    if not streams:
        raise BadVideo("This file is no video, or it is cut off. Upload it again.")
    if not pictures:
        raise BadVideo("This file has sound, but no picture.")
    width, height = (int(pictures[0].get(name, 0)) for name in ("width", "height"))
    shown_width = width * max(1.0, _ratio(pictures[0].get("sample_aspect_ratio")))
    if min(width, height) < 16 or max(shown_width, height) > _MAX_SIDE or width * height > _MAX_PIXELS:
        raise BadVideo(
            f"A video must be between 16 and {_MAX_SIDE} pixels wide and high, and at most 8192 x 4320."
        )
    seconds = _seconds(found.get("format", {})) or _number(pictures[0].get("duration"))
    if seconds < 0.5:
        raise BadVideo("This video has no length.")
    if seconds > _MAX_HOURS * 3600:
        raise BadVideo(f"A video can be {_MAX_HOURS} hours long at most. Upload it in parts.")
    return VideoFacts(
        seconds=seconds,
        short_side=min(width, height),
        audio_index=_audio_index(streams),
        subtitles=_text_subtitles(streams),
    )


def convert(
    path: Path, *, facts: VideoFacts, folder: Path, on_progress: Callable[[int], None]
) -> Sequence[int]:
    """
    Write the video as HLS in up to three sizes into the folder; returns the sizes (the shorter sides).

    `on_progress` gets the percentage about twice a second; if it raises, ffmpeg is stopped.

    :raises BadVideo: if the file breaks off, cannot be decoded, or not in time
    """
    sizes = sizes_for(facts.short_side)
    command = [*_ffmpeg(path), *_filters(sizes), *_encoding(facts, sizes), *_hls(facts, sizes)]
    seen = 0.0
    try:
        limit = min(_MAX_SECONDS, _EXTRA_SECONDS + _SECONDS_PER_SECOND * facts.seconds)
        for seconds in limited_process.reported_seconds(command, folder=folder, limit=limit):
            seen = max(seen, seconds)
            on_progress(min(99, int(100 * seen / facts.seconds)))
    except TookTooLong:
        raise BadVideo("This video takes too long. Export it with fewer pixels, or in parts.") from None
    except Stopped:
        raise BadVideo("This video cannot be decoded. Export it again, for example as MP4.") from None
    if seen < facts.seconds * 0.97 - 2:
        raise BadVideo(
            f"This video breaks off after {_minutes(seen)} of {_minutes(facts.seconds)}. Upload it again."
        )
    _write_playlist(folder, sizes)
    return sizes


def write_poster(path: Path, *, facts: VideoFacts, to: Path) -> None:
    """A frame from the beginning, but after a fade from black."""
    at = min(facts.seconds * 0.1, 10.0)
    enlarge = f"scale='2*ceil(iw*max(1,{_MIN_POSTER_SIDE}/min(iw,ih))/2)':-2"
    frame = ["-map", "0:V:0", "-vf", enlarge, "-frames:v", "1", "-q:v", "3", str(to)]
    command = [*_ffmpeg(path, at=at), *frame]
    _run_quietly(command, folder=to.parent)


def write_captions(path: Path, *, subtitles: Subtitles, to: Path) -> bool:
    """Write subtitles of the file as WebVTT; False if they cannot be read."""
    command = [*_ffmpeg(path), "-map", f"0:{subtitles.index}", "-f", "webvtt", str(to)]
    _run_quietly(command, folder=to.parent)
    return to.is_file() and to.stat().st_size > len("WEBVTT\n\n")


def sizes_for(short_side: int) -> list[int]:
    """The video's own size (at most 1080) and a third and two thirds of it, none too small to be of use."""
    own = min(short_side, _MAX_SHORT_SIDE) // 2 * 2
    smaller = [own * 2 // 3 // 2 * 2, own // 3 // 2 * 2]
    return [own, *(size for size in smaller if size >= _MIN_SHORT_SIDE)]


def _probe(source: Sequence[str]) -> dict[str, Any]:
    """What ffprobe says; empty if it cannot read the file."""
    command = ["ffprobe", "-v", "error", *source, "-show_format", "-show_streams", "-of", "json"]
    output = limited_process.output(command, limit=_PROBE_SECONDS)
    return dict(json.loads(output)) if output else {}


def _ffmpeg(path: Path, *, at: float = 0) -> list[str]:
    """The beginning of each command: low priority, and ended with the process that started it."""
    found = program()
    assert found is not None
    priority = [*(["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []), "nice", "-n", "19"]
    seek = ["-ss", f"{at:.3f}"] if at else []
    return [*priority, found, "-v", "error", "-nostdin", "-y", "-progress", "pipe:1", *seek, *_input(path)]


def _input(path: Path, *, filename: str = "") -> list[str]:
    try:
        demuxer = _DEMUXERS[PurePath(filename or path.name).suffix.lower()]
    except KeyError:
        raise BadVideo(f"Allowed file extensions: {', '.join(EXTENSIONS)}.") from None
    return ["-protocol_whitelist", "file,pipe", "-f", demuxer, "-i", f"file:{path}"]


def _filters(sizes: Sequence[int]) -> list[str]:
    # Square pixels first; the size is that of the shorter side, so that upright videos stay upright.
    rate = f"fps='clip(source_fps,{_MIN_FRAME_RATE},{_MAX_FRAME_RATE})'"
    begin = f"{rate},scale='trunc(iw*sar/2)*2':ih,setsar=1,format=yuv420p"
    split = "".join(f"[s{size}]" for size in sizes)
    scales = [
        f"[s{size}]scale='if(gt(iw,ih),-2,{size})':'if(gt(iw,ih),{size},-2)'[v{size}]" for size in sizes
    ]
    return ["-filter_complex", ";".join([f"[0:V:0]{begin},split={len(sizes)}{split}", *scales])]


def _encoding(facts: VideoFacts, sizes: Sequence[int]) -> list[str]:
    video = [part for size in sizes for part in ("-map", f"[v{size}]")]
    video += ["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-sc_threshold", "0"]
    video += ["-force_key_frames", f"expr:gte(t,n_forced*{_SEGMENT_SECONDS})"]
    if facts.audio_index is None:
        return video
    audio = ["-map", f"0:{facts.audio_index}", "-c:a", "aac", "-b:a", str(_AUDIO_BITS_PER_SECOND)]
    return [*video, *audio, "-ac", "2"]


def _hls(facts: VideoFacts, sizes: Sequence[int]) -> list[str]:
    has_audio = facts.audio_index is not None
    group = f",agroup:{_SOUND}" if has_audio else ""
    streams = [f"v:{number}{group},name:{size}" for number, size in enumerate(sizes)]
    if has_audio:
        streams.append(f"a:0,agroup:{_SOUND},name:{_SOUND}")
    options = {
        "f": "hls",
        "hls_time": str(_SEGMENT_SECONDS),
        "hls_playlist_type": "vod",
        "hls_segment_type": "fmp4",
        "hls_flags": "independent_segments",
        "hls_segment_filename": "%v-%05d.m4s",
        # ffmpeg replaces %v, which is the size, only where there are several streams.
        "hls_fmp4_init_filename": "init_%v.mp4" if len(streams) > 1 else f"init_{sizes[0]}.mp4",
        "var_stream_map": " ".join(streams),
    }
    return [*(part for name, value in options.items() for part in (f"-{name}", value)), "%v.m3u8"]


def _write_playlist(folder: Path, sizes: Sequence[int]) -> None:
    """
    The list of the sizes, with what they really need.

    ffmpeg's own knows no bandwidth of video encoded by quality, lists the sound as a size, and is empty for
    videos without sound.
    """
    has_sound = (folder / f"{_SOUND}.m3u8").exists()
    lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
    if has_sound:
        names = f'GROUP-ID="{_SOUND}",NAME="{_SOUND}"'
        lines.append(f'#EXT-X-MEDIA:TYPE=AUDIO,{names},DEFAULT=YES,URI="{_SOUND}.m3u8"')
    sound = _peak_bits_per_second(folder, _SOUND) if has_sound else 0
    for size in sizes:
        header = folder / f"init_{size}.mp4"
        [video] = _probe(_input(header))["streams"]
        codecs = ",".join([_avc_codec(header.read_bytes()), *(["mp4a.40.2"] if has_sound else [])])
        peak = _peak_bits_per_second(folder, str(size)) + sound
        details = [f"BANDWIDTH={peak}", f"RESOLUTION={video['width']}x{video['height']}"]
        details.append(f'CODECS="{codecs}"')
        details += [f'AUDIO="{_SOUND}"'] if has_sound else []
        lines += [f"#EXT-X-STREAM-INF:{','.join(details)}", f"{size}.m3u8"]
    (folder / PLAYLIST).write_text("\n".join([*lines, ""]))


def _avc_codec(header: bytes) -> str:
    """The codec by its name in RFC 6381: profile, compatibility and level, as the box `avcC` begins."""
    start = header.index(b"avcC") + len("avcC") + 1
    return f"avc1.{header[start : start + 3].hex()}"


def _peak_bits_per_second(folder: Path, name: str) -> int:
    listed = re.findall(r"#EXTINF:([\d.]+),\n(\S+)", (folder / f"{name}.m3u8").read_text())
    rates = [(folder / segment).stat().st_size * 8 / max(float(seconds), 0.5) for seconds, segment in listed]
    return int(max(rates, default=0))


def _run_quietly(command: Sequence[str], *, folder: Path) -> None:
    """A poster and captions are extras: the video is imported without them if they fail."""
    try:
        for _ in limited_process.reported_seconds(command, folder=folder, limit=_EXTRA_SECONDS):
            pass
    except Stopped:
        return


def _audio_index(streams: Sequence[Mapping[str, Any]]) -> int | None:
    tracks = [stream for stream in streams if stream.get("codec_type") == "audio" and stream.get("channels")]
    ordered = sorted(tracks, key=lambda stream: not _disposition(stream, "default"))
    return ordered[0]["index"] if ordered else None


def _text_subtitles(streams: Sequence[Mapping[str, Any]]) -> list[Subtitles]:
    """One for each language that the file names."""
    by_language: dict[str, Subtitles] = {}
    for stream in streams:
        named = str(stream.get("tags", {}).get("language", ""))
        language = _LANGUAGES.get(named, named if named in _LANGUAGES.values() else "")
        if (
            stream.get("codec_type") == "subtitle"
            and stream.get("codec_name") in _TEXT_SUBTITLES
            and language
        ):
            by_language.setdefault(language, Subtitles(index=stream["index"], language=language))
    return list(by_language.values())


def _seconds(container: Mapping[str, Any]) -> float:
    """The length; Matroska gives the time of the end, which is later where a recording was cut out."""
    seconds = _number(container.get("duration"))
    is_end = "matroska" in str(container.get("format_name"))
    return seconds - max(0.0, _number(container.get("start_time"))) if is_end else seconds


def _disposition(stream: Mapping[str, Any], name: str) -> bool:
    return bool(stream.get("disposition", {}).get(name))


def _number(text: object) -> float:
    try:
        return float(str(text))
    except ValueError:
        return 0.0


def _ratio(text: object) -> float:
    """3:2 as 1.5; 0 if it is unknown."""
    above, _, below = str(text).partition(":")
    return _number(above) / (_number(below) or 1)


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
