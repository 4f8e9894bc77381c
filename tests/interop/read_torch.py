"""PyTorch takes the .safetensors, with the transposes that its layouts need."""
import mnist
import torch_net
from torch_net import torch

w = torch_net.load_safetensors("weights.safetensors")
net = torch_net.make_net()
rows = w["fc1_weights"].reshape(7, 7, 64, 512).permute(2, 0, 1, 3).reshape(3136, 512)
parameters = [w["conv1_weights"].permute(3, 2, 0, 1), w["conv1_biases"],
              w["conv2_weights"].permute(3, 2, 0, 1), w["conv2_biases"],
              rows.T, w["fc1_biases"], w["fc2_weights"].T, w["fc2_biases"]]
with torch.no_grad():
    for parameter, value in zip(net.parameters(), parameters):
        parameter.copy_(value)
mnist.compare("torch, .safetensors", torch_net.logits(net))
