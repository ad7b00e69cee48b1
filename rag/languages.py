"""Which language a question is written in, told from its script or its small words."""

from __future__ import annotations

import re

ENGLISH = "en"
CHINESE = "zh"

# Letters that one language is written in. Japanese is looked for before Chinese: it has both.
_SCRIPTS = {
    "ja": r"[\u3041-\u30fa]",
    "ko": r"[\uac00-\ud7a3]",
    CHINESE: r"[\u3400-\u9fff]",
    "ru": r"[\u0400-\u04ff]",
    "ar": r"[\u0600-\u06ff]",
    "he": r"[\u0590-\u05ff]",
    "el": r"[\u0370-\u03ff]",
    "hi": r"[\u0900-\u097f]",
    "th": r"[\u0e00-\u0e7f]",
}
# So many letters of a script make a question of its language, whatever Latin names it holds.
_ENOUGH = 6
_SHARE = 4
# Small words. Those that are English too tell nothing and are left out.
_SMALL_WORDS = {
    ENGLISH: "the of is are were what which how why who does do did and or to for with by from"
    " that this it its than there have has can be on in at as not any they their when where",
    "de": "der die das den dem ein eine einen einem einer ist sind wie welche welcher welches warum"
    " wer wo wann und oder mit von für auf im zur zum nicht wird werden wurde wurden viele viel"
    " gibt es bei durch als auch kann man hat haben wieviel worum geht über welchem welchen",
    "fr": "le les des du une est sont quel quelle quels quelles pourquoi qui que dans avec par"
    " sur et ou combien cette ces ce fonctionne cet aux il elle ils pas plus comment quoi où"
    " se au entre",
    "es": "el los las una es son qué cuál cuáles cómo cuántos cuántas cuánto quién dónde cuándo por"
    " para con del al y que qu cual como cuantos en de la se su sobre entre más hay",
    "it": "il gli della dello delle dei degli una è sono che quale quali come perché quanti quante"
    " quanto dove quando chi con per nel nella di cosa e si su più",
    "pt": "os uma é são qual quais como quantos quantas quanto quem onde quando por para com da"
    " das dos no na nos nas que não em de o mais sobre entre do",
    "nl": "het een zijn hoe welke welk waarom wie waar wanneer en of met van voor op niet wordt"
    " worden hoeveel er bij door ook kan heeft hebben wat dat",
}
# Words that ask, and are neither English nor parts of names: one is enough beside no English word.
_TELLING_WORDS = {
    "de": "wie wieviel welche welcher welches welchen welchem warum wieso wozu worum ist sind und"
    " vergleiche vergleich zusammen fasse nenne nennt erkläre zeige nicht für",
    "fr": "quel quelle quels quelles pourquoi combien qu'est résume résumez explique expliquez"
    " comparez quoi où",
    "es": "¿ qué cuál cuáles cómo cuántos cuántas cuánto quién dónde cuándo resume explica y",
    "it": "perché quali quanti quante quanto funziona riassumi spiega confronta cos'è",
    "pt": "quais quantos quantas quanto resuma explique não são",
    "nl": "hoe hoeveel welke welk waarom wat waar wanneer vergelijk",
}
_TELLING = {language: frozenset(words.split()) for language, words in _TELLING_WORDS.items()}
_WORDS = {language: frozenset(words.split()) for language, words in _SMALL_WORDS.items()}
_NAMES = {
    ENGLISH: "English",
    CHINESE: "Chinese",
    "ja": "Japanese",
    "ko": "Korean",
    "ru": "Russian",
    "ar": "Arabic",
    "he": "Hebrew",
    "el": "Greek",
    "hi": "Hindi",
    "th": "Thai",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "it": "Italian",
    "pt": "Portuguese",
    "nl": "Dutch",
}


def language_of(text: str) -> str:
    """The language of a question as an ISO 639-1 code; English where nothing speaks against it.

    A language that has no script of its own here needs two of its small words, and more of them
    than of English ones, or one that nothing else can be: a name or a title within an English
    question must not change it.

    Example:
        >>> language_of("Wie schnell ist FlashAttention?"), language_of("What is Die Hard?")
        ('de', 'en')
    """
    letters = len(re.findall(r"\w", text))
    words = re.findall(r"¿|[^\W\d_]+(?:['’][^\W\d_]+)?", text.casefold().replace("’", "'"))
    english = not _WORDS[ENGLISH].isdisjoint(words)
    for language, script in _SCRIPTS.items():
        own = len(re.findall(script, text))
        # Beside the names of papers there may be little else: "比较 DistilBERT 和 RoBERTa".
        if own >= _ENOUGH or (own and own * _SHARE >= letters) or (own > 1 and not english):
            return language
    counts = {language: sum(word in known for word in words) for language, known in _WORDS.items()}
    best = max(counts, key=lambda language: counts[language])
    if counts[best] >= 2 and counts[best] > counts[ENGLISH]:
        return best
    if counts[ENGLISH]:
        return ENGLISH
    telling = (language for language, known in _TELLING.items() if known.intersection(words))
    return next(telling, ENGLISH)


def name_of(language: str) -> str:
    """A language's name in English, for telling a model."""
    return _NAMES[language]
