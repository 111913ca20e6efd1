"""One real server, llama.cpp, with a tiny model of random weights made here: the protocol from end to end.

It needs the extra ``llm-check``. The model says nothing sensible; what is proved is that a real server takes the
request with its JSON Schema, that its answer is understood, and that nothing of it becomes a claim without ground.
"""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tollbook.book import Book
from tollbook.cli import main

TEXT = "Three people were killed in Velmar on Tuesday, the mayor said."
SERVER = """
import sys, time
import xllamacpp

params = xllamacpp.CommonParams()
params.model.path, params.n_ctx, params.n_parallel, params.warmup = sys.argv[1], 16384, 1, False
params.cpuparams.n_threads, params.hostnames, params.port, params.fit_params = 1, ["127.0.0.1"], 0, False
server = xllamacpp.Server(params)
print("at", server.listening_address, flush=True)
time.sleep(600)
"""


def tiny_model(path: Path) -> None:
    """Write a llama model with 37 thousand random weights and a token for each byte."""
    gguf = pytest.importorskip("gguf", reason="needs the extra llm-check, which is not installed here")
    numpy = pytest.importorskip("numpy")
    tokens = [b"<unk>", b"<s>", b"</s>", *(f"<0x{byte:02X}>".encode() for byte in range(256))]
    size, inner = 32, 64
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(16_384)
    writer.add_embedding_length(size)
    writer.add_block_count(2)
    writer.add_feed_forward_length(inner)
    writer.add_head_count(2)
    writer.add_head_count_kv(2)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(size // 2)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types([2, 3, 3] + [6] * 256)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    writer.add_chat_template("{% for m in messages %}{{ m['content'] }}\n{% endfor %}")
    random = numpy.random.default_rng(1)
    shapes = {"token_embd": (len(tokens), size), "output": (len(tokens), size)}
    for n in range(2):
        shapes |= {f"blk.{n}.attn_{part}": (size, size) for part in ("q", "k", "v", "output")}
        shapes |= {
            f"blk.{n}.ffn_gate": (inner, size),
            f"blk.{n}.ffn_up": (inner, size),
            f"blk.{n}.ffn_down": (size, inner),
        }
    for name, shape in shapes.items():
        writer.add_tensor(f"{name}.weight", (0.3 * random.standard_normal(shape)).astype(numpy.float32))
    for name in ("output_norm", "blk.0.attn_norm", "blk.0.ffn_norm", "blk.1.attn_norm", "blk.1.ffn_norm"):
        writer.add_tensor(f"{name}.weight", numpy.ones(size, numpy.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    pytest.importorskip("xllamacpp", reason="needs the extra llm-check, which is not installed here")
    model = tmp_path_factory.mktemp("model") / "tiny.gguf"
    tiny_model(model)
    command = [sys.executable, "-c", SERVER, str(model)]
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=dict(os.environ)
    )
    assert child.stdout is not None
    line = next((line for line in child.stdout if line.startswith("at ")), "")
    assert line, "The server of llama.cpp did not start."
    yield line.split()[1]
    child.kill()
    child.wait()


def test_a_real_server_gives_only_grounded_claims(server: str, tmp_path: Path) -> None:
    with urllib.request.urlopen(f"{server}/v1/models") as response:
        name = json.load(response)["data"][0]["id"]
    (tmp_path / "a.txt").write_text(TEXT)
    where = tmp_path / "a.book"
    model = ["--reader", "llm", "--endpoint", f"{server}/v1", "--model", name]
    words = ["read", tmp_path / "a.txt", "--book", where, *model, "--combine", "union"]
    result = CliRunner().invoke(main, list(map(str, words)), catch_exceptions=False)
    assert "1 report read" in result.output
    assert "Tokens: " in result.output
    with Book.open(where) as book:
        contents = book.export.contents()
        assert book.verify() == []
    assert contents.claims
    assert all(TEXT[claim.start : claim.end] == claim.quote for claim in contents.claims)
    assert not any(claim.by for claim in contents.claims)
    again = CliRunner().invoke(main, [*map(str, words[:-1]), "prefer-base"], catch_exceptions=False)
    assert "The language model got 0 requests" in again.output
