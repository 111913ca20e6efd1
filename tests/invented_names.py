"""Invented names as twelve languages write them: given names and family names, crossed."""

from itertools import product

#: Given names and family names of each language. Some are English words ("Per", "Grace") or places ("Jackson").
_LANGUAGES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "Irish": (
        ("Mary", "Siobhán", "Oisín", "Caoimhe"),
        ("O’Shaughnessy", "Ní Bhriain", "McGuire-Dunn", "Mac an Ghoill", "O'Dowda"),
    ),
    "Chinese": (("Bo", "Xiu", "Ah", "Yun"), ("Li", "Ouyang", "Ng", "Xie", "Zhu")),
    "Swedish": (("Per", "Åsa", "Björn", "Göran"), ("Åström", "Öqvist", "Sjöhäll", "Ek", "Häggblad")),
    "Vietnamese": (("Văn Tâm", "Thị Hoa", "Đức", "Ngọc"), ("Nguyễn", "Đặng", "Trịnh", "Phó")),
    "Polish": (("Łukasz", "Zofia", "Świętosława", "Jan"), ("Żółw", "Brzęczek", "Dąbrówny", "Łoś")),
    "Ukrainian": (("Юлія", "Іван", "Хома", "Жанна"), ("Хижняк", "Щур", "Гайдабура", "Цюпа")),
    "Turkish": (("Çağrı", "Işıl", "Oğuz", "Şule"), ("Yıldızhan", "Gökçebağ", "İnönülü", "Uçmaz")),
    "Arabic": (("Mariam", "مريم", "Yusuf", "Huda"), ("al-Khatibi", "الخطيبي", "Abu Nasr", "ez-Zeitouni")),
    "Hebrew": (("Yael", "נועה", "Omri", "Shira"), ("Ben-Gurel", "הררי", "Katzav", "Tzuri")),
    "German": (("Jörg", "Käthe", "Grace", "Uwe"), ("Müllerhahn", "Weiß", "von Schönbeck", "Jackson")),
    "Yoruba": (("Ọlá", "Adébáyọ̀", "Ṣadé", "Tolu"), ("Ògúnyẹmí", "Akínwálé", "Ẹ̀bùn", "Balógun")),
    "Greek": (("Δάφνη", "Nikos", "Ψυχή", "Iro"), ("Ξενάκης", "Papadiamandis", "Χαλκιά", "Vlahou")),
}  # fmt: skip

#: 200 names as (given name, family name).
NAMES: tuple[tuple[str, str], ...] = tuple(
    pair for given, family in _LANGUAGES.values() for pair in product(given, family)
)[:200]
