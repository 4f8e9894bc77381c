"""The sample's network in PyTorch, and the .safetensors reader that Debian lacks."""
import json
import struct
import sys

import mnist
import numpy as np

try:
    import torch
    from torch import nn
except ImportError:
    print("python3-torch is not installed")
    sys.exit(77)

torch.set_num_threads(2)


def make_net():
    return nn.Sequential(
        nn.Conv2d(1, 32, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(3136, 512), nn.ReLU(), nn.Linear(512, 10))


def logits(net):
    with torch.no_grad():
        x = (torch.from_numpy(mnist.images.copy()).float()[:, None] - 127.5) / 255
        return torch.cat([net(part) for part in x.split(500)]).numpy()


def load_safetensors(name):
    """As the format's README has it; the real library where it is installed."""
    try:
        from safetensors.torch import load_file
        return load_file(name)
    except ImportError:
        pass
    with open(name, "rb") as file:
        size, = struct.unpack("<Q", file.read(8))
        header, data = json.loads(file.read(size)), file.read()
    header.pop("__metadata__", None)
    return {key: torch.from_numpy(np.frombuffer(data[slice(*value["data_offsets"])], "<f4")
                                  .reshape(value["shape"]).copy())
            for key, value in header.items()}


def save_safetensors(tensors, name):
    header, place = {}, 0
    for key, value in tensors.items():
        end = place + 4 * value.numel()
        header[key] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [place, end]}
        place = end
    text = json.dumps(header).encode()
    with open(name, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for value in tensors.values():
            file.write(value.contiguous().numpy().astype("<f4").tobytes())
