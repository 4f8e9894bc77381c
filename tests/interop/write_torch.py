"""Burstlab takes PyTorch's state dict, as .safetensors and as .npz, and flattened either way."""
import os
import subprocess

import mnist
import numpy as np
import torch_net
from torch_net import torch

torch.manual_seed(1)
net = torch_net.make_net()
state = net.state_dict()
expected = torch_net.logits(net)

# The same network, had it been flattened with the channels last.
other = dict(state)
other["7.weight"] = (state["7.weight"].reshape(512, 64, 7, 7).permute(0, 2, 3, 1)
                     .reshape(512, 3136))
torch_net.save_safetensors(state, "torch.safetensors")
torch_net.save_safetensors(other, "torch_nhwc.safetensors")
np.savez_compressed("torch.npz", **{key: value.numpy() for key, value in state.items()})

for name, order in (("torch.safetensors", "nchw"), ("torch.npz", "nchw"),
                    ("torch_nhwc.safetensors", "nhwc")):
    subprocess.run([os.environ["CLI"], "classify", "--weights", name, "--flatten", order,
                    "--logits", "from_torch.npy", "--force"], check=True)
    found = np.load("from_torch.npy")
    difference = float(np.abs(found - expected).max())
    print(f"{name}, {order}: {mnist.errors(found)} errors, torch {mnist.errors(expected)}; "
          f"largest difference {difference:.1e}")
    assert difference < 1e-4 and mnist.errors(found) == mnist.errors(expected)
