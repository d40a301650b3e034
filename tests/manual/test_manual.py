"""The manual as a book: chapters, anchors, decisions, glossary, index and search."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from axedrez import library
from axedrez.core.manual import Item, Manual, Section
from axedrez.manual import Chapter, chapter, decision, glossary, search
from axedrez.manual.folding import fold
from axedrez.manual.passages import FOLDER
from axedrez.manual.terms import entries
from axedrez.messages import LANGUAGES, catalogue, grammar, say

BOOKS = library.rulebooks()
SHIPPED = (*BOOKS, *library.gallery())


def book(lang: str) -> list[Chapter]:
    return [Chapter(name, read(name, lang)) for name in BOOKS]


def read(name: str, lang: str) -> Manual:
    return chapter(library.load(name), lang)


def items(manual: Manual) -> list[Item]:
    return [item for section in manual.sections for item in section.items]


def family(name: str) -> str:
    return str(type(library.load(name).sheet).__struct_config__.tag)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_every_part_has_an_anchor_of_its_own_and_clauses_have_their_number(name: str, lang: str) -> None:
    manual = read(name, lang)
    anchors = [*(section.anchor for section in manual.sections), *(item.anchor for item in items(manual))]
    assert max(Counter(anchors).values()) == 1
    assert all(anchors)
    for clause in {item.clause for item in items(manual) if item.clause}:
        first = next(item for item in items(manual) if item.clause == clause)
        assert first.anchor == clause
    assert [item.anchor for item in items(read(name, "es"))] == [item.anchor for item in items(read(name, "en"))]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHIPPED)
def test_every_rulebook_has_passages_around_its_rules(name: str, lang: str) -> None:
    sections = read(name, lang).sections
    # Goal, how to play, the rules, where it comes from.
    assert [section.prose for section in sections] == [False, True, *[False] * (len(sections) - 3), True]
    assert len(sections[-1].items) >= (2 if name in BOOKS else 1)
    assert len(sections[1].items) >= 2
    prose = [item.text for place in (1, -1) for item in sections[place].items]
    assert not any(sign in text for text in prose for sign in ("#", "*", "  ", "{"))


def test_every_passage_belongs_to_a_rulebook_and_is_in_both_languages() -> None:
    found = sorted(path.name for path in FOLDER.iterdir())
    assert found == sorted(f"{name}.{lang}.md" for name in SHIPPED for lang in LANGUAGES)


@pytest.mark.clause("P-2")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_decision_says_why_and_what_else_may_be_set(lang: str) -> None:
    found = [item for item in items(read("clasico", lang)) if item.clause == "C-22"]
    (item,) = found
    assert item.decision
    text = decision(item, lang)
    for words in (item.why, say("field.draws.repetition.mode.name", lang), say("field.value.claim", lang)):
        assert words in text
    assert [setting.value for setting in item.settings] == ["3", say("field.value.automatic", lang)]
    claimed = chapter(library.load("clasico", {"draws.repetition.mode": "claim"}), lang)
    (other,) = [item for item in items(claimed) if item.clause == "C-22"]
    assert other.settings[1].value == say("field.value.claim", lang)
    assert say("field.value.automatic", lang) in other.settings[1].others


@pytest.mark.clause("P-2")
def test_a_decision_without_an_option_says_so() -> None:
    (item,) = [item for item in items(read("chessgammon", "es")) if item.clause == "G-26" and item.decision]
    assert decision(item, "es").endswith(say("rules.decision.fixed", "es"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_terms_are_marked_where_they_first_occur_in_a_section(name: str, lang: str) -> None:
    manual = read(name, lang)
    for section in manual.sections:
        found = [term.id for item in section.items for term in item.terms]
        assert len(found) == len(set(found))
        for item in section.items:
            for term in item.terms:
                word = entries()[term.id].in_lang(lang).term
                shown = fold(item.text[term.start : term.end])
                forms = entries()[term.id].in_lang(lang).forms
                assert shown[:3] in {fold(each)[:3] for each in (word, *forms)}
    assert sum(len(item.terms) for item in items(manual)) >= 10


def test_a_word_of_one_family_is_not_explained_in_the_other() -> None:
    chess = {term.id for item in items(read("clasico", "es")) for term in item.terms}
    tables = {term.id for item in items(read("chessgammon", "es")) for term in item.terms}
    assert "castling" in chess - tables
    assert {"bar", "home"} <= tables - chess


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_index_leads_to_places_that_speak_of_the_term(lang: str) -> None:
    found = glossary(((each, family(each.id)) for each in book(lang)), lang)
    assert {entry.id for entry in found} == set(entries())
    unmentioned = [entry.id for entry in found if not entry.places]
    assert unmentioned == []
    castling = next(entry for entry in found if entry.id == "castling")
    assert {place.label for place in castling.places if place.rulebook == "clasico"} >= {"C-14"}
    anchors = {name: {item.anchor for item in items(read(name, lang))} for name in BOOKS}
    assert all(place.anchor in anchors[place.rulebook] for entry in found for place in entry.places)
    assert [fold(entry.term) for entry in found] == sorted(fold(entry.term) for entry in found)


@pytest.mark.parametrize(
    ("query", "clause"),
    [
        ("captura al paso", "C-12"),
        ("CORONACION", "C-14"),
        ("coronación", "C-14"),
        ("  peon   doble  ", "C-12"),
        ("c-14", "C-14"),
        ("g-27", "G-27"),
        ("berserk", "G-51"),
    ],
)
def test_search_finds(query: str, clause: str) -> None:
    hits = search(book("es"), query, "es")
    assert clause in {place.label for hit in hits for place in hit.places}


@pytest.mark.parametrize("query", ["", "   ", "xyzzy", ".*", "(", "ñ" * 500])
def test_search_finds_nothing(query: str) -> None:
    assert search(book("es"), query, "es") == ()


def test_search_marks_the_words_and_gathers_rulebooks_that_say_the_same() -> None:
    hit = next(hit for hit in search(book("es"), "captura al paso", "es") if hit.excerpt.startswith("Captura"))
    low, high = hit.marks[0]
    assert hit.excerpt[low:high].lower() == "captura"
    assert {"clasico", "reglamento", "chess2d"} <= {place.rulebook for place in hit.places}
    far = [hit for hit in search(book("es"), "descubierto", "es") if hit.excerpt.startswith("…")]
    assert all(hit.excerpt[low:high].lower() == "descubierto" for hit in far for low, high in hit.marks)


def chapter_of(text: str) -> Manual:
    return Manual(title="Libro", sections=(Section(title="Parte", items=(Item(text=text),)),))


def test_an_excerpt_shows_whole_words() -> None:
    words = [*(f"palabra{number}" for number in range(60)), "aguja", *(f"palabra{number}" for number in range(60))]
    for low in range(len(words) - 60):
        text = " ".join(words[low:])
        (hit,) = search([Chapter("libro", chapter_of(text))], "aguja", "es")
        assert hit.excerpt.startswith("…") == (low < 54)
        assert hit.excerpt.endswith("…")
        assert set(hit.excerpt.strip("…").split()) <= set(words), "a word is cut"
        ((start, stop),) = hit.marks
        assert hit.excerpt[start:stop] == "aguja"
    (hit,) = search([Chapter("libro", chapter_of(f"aguja{'x' * 500}"))], "aguja", "es")
    assert hit.excerpt.startswith("agujax")
    assert hit.marks == ((0, 5),)


def test_a_name_that_means_another_piece_is_not_explained_as_the_usual_one() -> None:
    def explained(name: str, lang: str) -> set[str]:
        return {term.id for item in items(read(name, lang)) for term in item.terms}

    assert "bishop" not in explained("shatranj", "es")  # its alfil leaps
    assert {"rook", "king"} <= explained("shatranj", "es")
    for lang in LANGUAGES:
        assert "king" not in explained("knightmate", lang)
    sheets = [(name, library.sheet(name)) for name in SHIPPED]
    entries_ = {entry.id: entry for entry in glossary((), "es", sheets)}
    assert {id: [other.rulebook for other in entry.elsewhere] for id, entry in entries_.items() if entry.elsewhere} == {
        "bishop": ["shatranj"],
        "king": ["knightmate"],
    }
    assert entries_["bishop"].elsewhere[0].title == "Shatranj"
    assert [entry.id for entry in glossary((), "en", sheets) if entry.elsewhere] == ["king"]


def test_a_sheet_of_ones_own_has_a_chapter_without_passages() -> None:
    game = library.from_data({"extends": "clasico", "id": "mio", "names": {"es": "Mío", "en": "Mine"}})
    manual = chapter(game, "es")
    assert not any(section.prose for section in manual.sections)
    assert any(item.anchor == "C-12" for item in items(manual))


@pytest.mark.parametrize("name", BOOKS)
def test_every_clause_that_a_refusal_can_name_is_an_anchor(name: str) -> None:
    """What is refused in play links to its clause in the chapter of its rulebook."""
    sheet = library.load(name).sheet
    anchors = {item.anchor for item in items(read(name, "es"))}
    named = {sheet.clauses[reason] for reason in sheet.clauses if f"error.{reason}" in catalogue("es")}
    named |= {piece.clause for piece in sheet.pieces.values() if piece.clause}
    assert named <= anchors


@pytest.mark.parametrize(
    ("words", "link", "lang", "text"),
    [
        (["torre"], "and", "es", "torre"),
        (["rey", "torre", "peón"], "and", "es", "rey, torre y peón"),
        (["torre", "infante"], "and", "es", "torre e infante"),
        (["torre", "hiena"], "and", "es", "torre y hiena"),
        (["7", "8"], "or", "es", "7 u 8"),
        (["rey", "oso"], "or", "es", "rey u oso"),
        (["rook", "infant"], "and", "en", "rook and infant"),
        (["7", "8"], "or", "en", "7 or 8"),
    ],
)
def test_lists_join_as_the_language_does(words: list[str], link: grammar.Link, lang: str, text: str) -> None:
    assert grammar.listing(words, lang, link) == text


@pytest.mark.parametrize(("parent", "kind"), [("clasico", "pawn"), ("chessgammon", "pawn")])
def test_manuals_of_all_families_join_lists_as_the_language_does(parent: str, kind: str) -> None:
    sheet = {"extends": parent, "pieces": {kind: {"names": {"es": "infante", "en": "infant"}}}}
    game = library.from_data(sheet)
    texts = [item.text for section in library.rules(game, "es").sections for item in section.items]
    joined = [word for text in texts for word in re.findall(r"\b[ye] (?:\d+ )?infantes?\b", text)]
    assert not [word for word in joined if word.startswith("y i")], joined
    if parent == "chessgammon":
        assert "e infante" in joined
