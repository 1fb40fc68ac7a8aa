"""The plan of accounts: titles, and the keys that tax forms want."""

TITLES = {
    "4200": "Rent",
    "4365": "Parcel insurance",
    "4910": "Postage",
    "4930": "Office supplies",
    "4970": "Bank charges",
    "8400": "Sales",
}

TAX_KEYS = {
    "4200": "VRN4107",
    "4365": "{{code}}",
    "4910": "VPQ2268",
    "4930": "VDS5031",
    "8400": "VUM1900",
}
