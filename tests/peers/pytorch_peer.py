#!/usr/bin/python3
"""The sample's network on PyTorch (channels_last, its fastest layout on a CPU): a training step on a
batch of 64, the evaluation of a batch of 64, one digit; or whole epochs with --epochs N."""

import argparse
import gzip
import statistics
import struct
import time

import numpy as np
import torch
from torch import nn


def read_idx(path):
    with gzip.open(path, "rb") as file:
        dimensions = struct.unpack(">I", file.read(4))[0] & 0xFF
        shape = struct.unpack(f">{dimensions}I", file.read(4 * dimensions))
        return np.frombuffer(file.read(), np.uint8).reshape(shape)


def load(folder, kind):
    images = read_idx(f"{folder}/{kind}-images-idx3-ubyte.gz").astype(np.float32)
    labels = torch.from_numpy(read_idx(f"{folder}/{kind}-labels-idx1-ubyte.gz").astype(np.int64))
    pixels = torch.from_numpy((images - 127.5) / 255).unsqueeze(1)
    return pixels.contiguous(memory_format=torch.channels_last), labels


def network():
    layers = nn.Sequential(
        nn.Conv2d(1, 32, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(3136, 512), nn.ReLU(), nn.Dropout(0.5), nn.Linear(512, 10))
    for layer, bias in zip((layers[0], layers[3], layers[7], layers[10]), (0, 0.1, 0.1, 0.1)):
        nn.init.trunc_normal_(layer.weight, std=0.1, a=-0.2, b=0.2)
        nn.init.constant_(layer.bias, bias)
    return layers.to(memory_format=torch.channels_last)


def median_milliseconds(seconds, call):
    warm = time.perf_counter() + seconds / 10
    while time.perf_counter() < warm:
        call()
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < 5:
        start = time.perf_counter()
        call()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


class Trainer:
    def __init__(self, model, pixels, labels):
        self.model, self.pixels, self.labels = model, pixels, labels
        dense = [p for i in (7, 10) for p in model[i].parameters()]
        conv = [p for i in (0, 3) for p in model[i].parameters()]
        self.optimizer = torch.optim.SGD(
            [{"params": dense, "weight_decay": 5e-4}, {"params": conv}], lr=0.01, momentum=0.9)
        self.loss = nn.CrossEntropyLoss()
        self.step = 0

    def __call__(self):
        count = len(self.labels)
        first = self.step * 64 % (count - 64)
        for group in self.optimizer.param_groups:
            group["lr"] = 0.01 * 0.95 ** (self.step * 64 // count)
        self.optimizer.zero_grad(set_to_none=True)
        logits = self.model(self.pixels[first:first + 64])
        self.loss(logits, self.labels[first:first + 64]).backward()
        self.optimizer.step()
        self.step += 1


@torch.no_grad()
def error_rate(model, pixels, labels):
    model.eval()
    wrong = sum(int((model(pixels[i:i + 64]).argmax(1) != labels[i:i + 64]).sum())
                for i in range(0, len(labels), 64))
    model.train()
    return 100 * wrong / len(labels)


def require_fast_blas():
    """Debian's PyTorch multiplies with whatever BLAS is installed; the reference one takes five times
    as long for a step, which would be no comparison."""
    with open("/proc/self/maps") as maps:
        libraries = maps.read()
    if not any(name in libraries for name in ("openblas", "mkl", "blis")):
        raise SystemExit("PyTorch runs on the reference BLAS. Install libopenblas0-pthread.")


def main():
    require_fast_blas()
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--epochs", type=int, help="train so long instead, as the sample evaluates")
    parser.add_argument("--data", required=True)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(66478)
    pixels, labels = load(options.data, "train")
    test_pixels, test_labels = load(options.data, "t10k")
    model = network()
    train = Trainer(model, pixels[5000:], labels[5000:])
    if options.epochs:
        start = time.perf_counter()
        for step in range(options.epochs * 55000 // 64):
            train()
            if step % 100 == 0:
                error_rate(model, pixels[:5000], labels[:5000])
        error = error_rate(model, test_pixels, test_labels)
        print(f"wall={time.perf_counter() - start:.2f} error={error:.2f}")
        return
    step = median_milliseconds(options.seconds, train)
    model.eval()
    with torch.no_grad():
        evaluation = median_milliseconds(options.seconds / 3, lambda: model(test_pixels[:64]))
        digit = median_milliseconds(options.seconds / 3, lambda: model(test_pixels[:1]))
    print(f"step={step:.4f} evaluation={evaluation:.4f} digit={digit:.4f}")


main()
