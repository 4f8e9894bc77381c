"""NumPy reads the .npz and the raw file, and computes the network itself."""
import json

import mnist
import numpy as np


def convolve(x, weights, biases):
    """x [N, H, W, in], weights [5, 5, in, out]: SAME convolution, ReLU, max pool 2x2."""
    n, height, width, _ = x.shape
    padded = np.pad(x, ((0, 0), (2, 2), (2, 2), (0, 0)))
    patches = np.concatenate([padded[:, y:y + height, x:x + width]
                              for y in range(5) for x in range(5)], 3)
    y = np.maximum(patches @ weights.reshape(-1, weights.shape[3]) + biases, 0)
    return y.reshape(n, height // 2, 2, width // 2, 2, -1).max((2, 4))


def network(w, images):
    x = (images.astype(np.float32)[..., None] - 127.5) / 255
    for layer in "conv1", "conv2":
        x = convolve(x, w[layer + "_weights"], w[layer + "_biases"])
    x = np.maximum(x.reshape(len(x), -1) @ w["fc1_weights"] + w["fc1_biases"], 0)
    return x @ w["fc2_weights"] + w["fc2_biases"]


def all_logits(w):
    return np.concatenate([network(w, part) for part in np.split(mnist.images, 100)])


archive = np.load("weights.npz")
assert len(archive.files) == 8
assert json.loads(archive.zip.comment)["step"] == "200"
mnist.compare("numpy, .npz", all_logits(archive))

with open("weights.raw", "rb") as file:
    header = json.loads(file.readline())
raw = {t["name"]: np.fromfile("weights.raw", "<f4", int(np.prod(t["shape"])), offset=t["offset"])
       .reshape(t["shape"]) for t in header["tensors"]}
assert header["metadata"]["dataset"] == "MNIST"
for name in archive.files:
    assert np.array_equal(raw[name], archive[name]), name
print("numpy, .raw: the same numbers")
