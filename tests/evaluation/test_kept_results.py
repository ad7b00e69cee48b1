from __future__ import annotations

from pathlib import Path

import pytest

from evaluation.keeping import Kept, digest_of, digest_of_code
from evaluation.kept_model import KeptModel
from rag.models.protocol import Message
from tests.scripted_model import ScriptedModel

ASKED = [Message("user", "Say something.")]


def never() -> object:
    raise AssertionError("made again")


def test_a_result_is_made_once_also_in_the_next_run(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "kept.jsonl"
    assert Kept(file).get(["a", 1], lambda: {"b": (1, 2)}) == {"b": [1, 2]}
    assert Kept(file).get(["a", 1], never) == {"b": [1, 2]}
    assert Kept(file).get(["a", 2], lambda: None) is None
    assert Kept(file).get(["a", 2], never) is None


def test_a_line_cut_short_by_a_kill_is_made_again(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    Kept(file).get("whole", lambda: 1)
    Kept(file).get("torn", lambda: 2)
    file.write_bytes(file.read_bytes()[:-9])
    assert Kept(file).get("whole", never) == 1
    assert Kept(file).get("torn", lambda: 3) == 3
    assert Kept(file).get("torn", never) == 3


def test_what_failed_is_not_kept(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "kept.jsonl")
    with pytest.raises(AssertionError):
        kept.get("a", never)
    assert kept.get("a", lambda: 1) == 1


def test_the_digest_of_code_covers_what_it_imports_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaluation.keeping.ROOT", tmp_path)
    for name, text in {
        "rag/top.py": "from rag import middle\nimport json\n",
        "rag/middle.py": "from index.bottom import thing\n",
        "index/bottom.py": "thing = 1\n",
        "rag/other.py": "",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    before = digest_of_code("rag.top")
    (tmp_path / "rag/other.py").write_text("changed = 1\n")
    assert digest_of_code("rag.top") == before
    (tmp_path / "index/bottom.py").write_text("thing = 2\n")
    assert digest_of_code("rag.top") != before


def test_digests_depend_on_the_data_alone() -> None:
    assert digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1})
    assert digest_of({"a": 1}) != digest_of({"a": 2})


def test_a_kept_model_is_loaded_for_new_prompts_alone(tmp_path: Path) -> None:
    file = tmp_path / "model.jsonl"
    first = KeptModel("m", lambda: ScriptedModel(lambda prompt: "Something."), Kept(file))
    text = "".join(chunk.text for chunk in first.generate(ASKED, max_tokens=9))
    chances = first.choose(ASKED, ("Yes", "No"))
    first.close()
    assert text == "Something."
    again = KeptModel("m", lambda: pytest.fail("loaded"), Kept(file))
    assert "".join(chunk.text for chunk in again.generate(ASKED, max_tokens=9)) == text
    assert again.choose(ASKED, ("Yes", "No")) == chances
    again.close()
    other = KeptModel("n", lambda: ScriptedModel(lambda prompt: "Else."), Kept(file))
    assert "".join(chunk.text for chunk in other.generate(ASKED, max_tokens=9)) == "Else."
