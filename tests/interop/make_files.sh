#!/bin/sh
# make_files.sh CLI FOLDER: a network after 200 steps, in every format, and what the engine says.
set -eu
cli=$1
rm -rf "$2"
mkdir -p "$2"
cd "$2"
"$cli" train --max-steps 200 --eval-every 200 --quiet --save weights.npz
for format in safetensors onnx h raw; do
    "$cli" export --weights weights.npz --to weights.$format
done
"$cli" export --weights weights.npz --to normalised.onnx --onnx-input normalised
"$cli" classify --weights weights.npz --logits logits.npy
