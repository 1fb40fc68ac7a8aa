"""The messages that controllers and control room exchange."""

from .model import Field, Message

EDITION = "{{edition}}"

HELLO = Message(
    name="Hello",
    number=1,
    since=1,
    fields=(
        Field("device", "text", ""),
        Field("firmware", "u16", ""),
    ),
)

CLIMATE = Message(
    name="Climate",
    number=2,
    since=1,
    fields=(
        Field("house", "u8", ""),
        Field("air", "tenths", "°C"),
        Field("humidity", "u8", "%"),
    ),
)

VENT = Message(
    name="Vent",
    number=3,
    since=1,
    fields=(
        Field("house", "u8", ""),
        Field("percent", "u8", "%"),
    ),
)

WATERING = Message(
    name="Watering",
    number=4,
    since=1,
    fields=(
        Field("house", "u8", ""),
        Field("bed", "u8", ""),
        Field("litres", "u16", "l"),
    ),
)

ALARM = Message(
    name="Alarm",
    number=5,
    since=2,
    fields=(
        Field("house", "u8", ""),
        Field("urgent", "flag", ""),
        Field("cause", "text", ""),
    ),
)

SOIL = Message(
    name="Soil",
    number=6,
    since=3,
    fields=(
        Field("house", "u8", ""),
        Field("bed", "u8", ""),
        Field("moisture", "tenths", "%"),
    ),
)

LAMPS = Message(
    name="Lamps",
    number=7,
    since=3,
    fields=(
        Field("house", "u8", ""),
        Field("lit", "flag", ""),
        Field("hours", "u32", "h"),
    ),
)

MESSAGES = (
    HELLO,
    CLIMATE,
    VENT,
    WATERING,
    ALARM,
    SOIL,
    LAMPS,
)
