#!/bin/sh
# compile_header.sh: a C compiler takes the header, and the program agrees with the engine.
set -eu
command -v cc >/dev/null || { echo "there is no C compiler"; exit 77; }
here=$(dirname "$0")
cc -std=c99 -Wall -Werror -O3 -I. -o use_header "$here/use_header.c"
gzip -dc "$MNIST/t10k-images-idx3-ubyte.gz" >images
gzip -dc "$MNIST/t10k-labels-idx1-ubyte.gz" >labels
./use_header images labels logits.npy
