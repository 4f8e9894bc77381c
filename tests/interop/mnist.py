"""What the readers in Python share: MNIST's test set, and the comparison with the engine."""
import gzip
import os
import sys

try:
    import numpy as np
except ImportError:
    print("python3-numpy is not installed")
    sys.exit(77)


def read(name, header):
    with gzip.open(os.path.join(os.environ["MNIST"], name)) as file:
        return np.frombuffer(file.read(), np.uint8, offset=header)


images = read("t10k-images-idx3-ubyte.gz", 16).reshape(-1, 28, 28)
labels = read("t10k-labels-idx1-ubyte.gz", 8)


def errors(logits):
    return int((logits.argmax(1) != labels).sum())


def compare(what, logits):
    """Ends the test if the logits [10000, 10] are not the engine's within 1e-4."""
    expected = np.load("logits.npy")
    difference = float(np.abs(logits - expected).max())
    print(f"{what}: {errors(logits)} errors, the engine {errors(expected)}; "
          f"largest difference of a logit {difference:.1e}")
    if errors(logits) != errors(expected) or not difference < 1e-4:
        sys.exit(1)
