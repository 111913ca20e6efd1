"""``python -m training.export --encoder DIR --weights FILE --out DIR``: the tagger as ONNX, in 8-bit integers."""

import shutil
from pathlib import Path

import click
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from training.network import Tagger


@click.command()
@click.option("--encoder", type=click.Path(path_type=Path, exists=True), required=True, help="The encoder begun with.")
@click.option("--weights", type=click.Path(path_type=Path, exists=True), required=True, help="What training wrote.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Where the model and its words are put.")
def main(encoder: Path, weights: Path, out: Path) -> None:
    """Writes ``tagger.onnx`` and the tokenizer it was trained with."""
    out.mkdir(parents=True, exist_ok=True)
    tagger = Tagger(encoder)
    tagger.load_state_dict(torch.load(weights, weights_only=True))
    tagger.eval()
    ids = torch.ones((1, 16), dtype=torch.int64)
    axes = {0: "batch", 1: "length"}
    torch.onnx.export(
        tagger, (ids, ids), str(out / "whole.onnx"), input_names=["ids", "mask"],
        output_names=["roles", "fates", "kinds"], opset_version=17, dynamo=False,
        dynamic_axes=dict.fromkeys(("ids", "mask", "roles", "fates", "kinds"), axes),
    )  # fmt: skip
    quantize_dynamic(out / "whole.onnx", out / "tagger.onnx", weight_type=QuantType.QInt8)
    (out / "whole.onnx").unlink()
    shutil.copy(encoder / "tokenizer.json", out / "tokenizer.json")
    click.echo(f"tagger.onnx: {(out / 'tagger.onnx').stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
