"""What sets one group of papers apart from the others, in the papers' own words.

A term counts for a group by the share of its papers that use it, times the logarithm of how much
larger that share is than among all papers: what the term adds to the Kullback-Leibler divergence
of the group's words from everyone's.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from index.keyword_terms import terms_of
from index.papers import Paper

_TERMS_EACH = 3
_ABSTRACT_READ = 500  # characters: where an abstract says what it is about
_LONGEST = 3  # words of a phrase
_LONGEST_WORD = 30
_TOKEN = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*|[^\w\s]")
# What papers of every field say of themselves.
_COMMON = frozenset(
    term
    for word in """
    ability abstract accuracy achieve address aim allow analysis analyze apply approach article
    author background baseline benchmark better break can case challenge common compare conclusion
    consider context current data dataset demonstrate design develop different difficult effect
    effective efficient enable evaluate evaluation evidence examine existing experiment explore
    extensive fast find finding first framework general give good group help high however human
    idea important improve include increase introduce investigate issue key known large learn level
    like limited little low main major make many mean measure method model most need new novel
    number objective often one open outperform paper part participant people perform performance
    popular possible present previous problem process propose provide question quick read recent
    recently report require research result review say set several show significant similar simple
    single small solve state-of-the-art strong study suggest system take task technique test theory
    three time train training two understand use used useful user using value various via way well
    whole wide work year
    """.split()
    for term in terms_of(word)
)

_Key = tuple[str, ...]


def topic_words(papers: Sequence[Paper], topic_of: Sequence[int], topics: int) -> list[list[str]]:
    """For each of the topics the terms that characterise its papers, the best first.

    `topic_of` has the number of each paper's topic. A topic whose papers share no words has none.
    """
    used: list[Counter[_Key]] = [Counter() for _ in range(topics)]
    written: defaultdict[_Key, Counter[str]] = defaultdict(Counter)
    for paper, topic in zip(papers, topic_of, strict=True):
        found: set[_Key] = set()
        for key, words in _phrases(_about(paper)):
            found.add(key)
            written[key][words] += 1
        used[topic].update(found)
    everywhere: Counter[_Key] = Counter()
    for counts in used:
        everywhere.update(counts)
    sizes = Counter(topic_of)
    return [
        [
            written[key].most_common(1)[0][0]
            for key in _best(counts, everywhere, sizes[topic] / len(papers))
        ]
        for topic, counts in enumerate(used)
    ]


def _best(counts: Counter[_Key], everywhere: Counter[_Key], part: float) -> list[_Key]:
    """The terms of highest weight, none of which says again what a better one says.

    `part` is how much of all papers the group is.
    """

    def weight(key: _Key) -> float:
        # A phrase is used less than its words and says more.
        more = math.log(counts[key] / (everywhere[key] * part))
        return counts[key] * more * math.sqrt(len(key))

    shared = [key for key in counts if counts[key] > 1 and weight(key) > 0]
    best: list[_Key] = []
    for key in sorted(shared, key=lambda key: (-weight(key), key)):
        if not any(set(key) & set(other) for other in best):
            best.append(key)
        if len(best) == _TERMS_EACH:
            break
    return best


def _about(paper: Paper) -> str:
    named = paper.title or paper.label
    return " . ".join((named, *paper.keywords, paper.abstract[:_ABSTRACT_READ]))


def _phrases(text: str) -> Iterator[tuple[_Key, str]]:
    """The words of a text and the phrases of up to three, stemmed, and as they are written."""
    run: list[tuple[str, str]] = []
    for match in _TOKEN.finditer(text):
        token = match[0]
        terms = terms_of(token) if token[0].isalpha() and len(token) <= _LONGEST_WORD else []
        if not token.isascii() and len(terms) > 1:  # Chinese, cut into pairs of characters
            yield from (((term,), term) for term in terms)
            terms = []
        if not terms or terms[0] in _COMMON:
            run.clear()
            continue
        run.append((terms[0], token if any(c.isupper() for c in token[1:]) else token.lower()))
        for length in range(1, min(_LONGEST, len(run)) + 1):
            stems, words = zip(*run[-length:], strict=True)
            if length > 1 or len(words[0]) > 2:
                yield stems, " ".join(words)
