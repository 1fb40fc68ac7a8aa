"""Rule codes: what they mean and which desk handles them."""

TITLES = {
    "D05NB13": "lane closed",
    "D31QC66": "oversize for air",
    "H24FT08": "heavy parcel",
    "H36WK51": "missing customs form",
    "H58LA90": "high declared value",
    "R12XD47": "forbidden contents",
    "R47PM29": "embargoed country",
    "{{code}}": "undeclared battery",
}

DESKS = {
    "D05NB13": "routing",
    "D31QC66": "routing",
    "H24FT08": "scales",
    "H36WK51": "customs",
    "H58LA90": "customs",
    "R12XD47": "safety",
    "R47PM29": "customs",
    "{{code}}": "safety",
}
