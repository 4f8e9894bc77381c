#include "ui/panels/load_code.h"

#include <QFileInfo>

namespace ui {
namespace {

// What the layers do, for the formats that hold tensors alone: channels last, as in the file.
constexpr auto kNumpyNetwork = R"(
def convolve(x, weights, biases):  # 5x5 SAME, ReLU, max pool 2x2
    h, w = x.shape[:2]
    padded = np.pad(x, ((2, 2), (2, 2), (0, 0)))
    patches = np.concatenate([padded[i:i + h, j:j + w]
                              for i in range(5) for j in range(5)], 2)
    y = np.maximum(patches @ weights.reshape(-1, weights.shape[3]) + biases, 0)
    return y.reshape(h // 2, 2, w // 2, 2, -1).max((1, 3))

image = np.zeros((28, 28))  # 0: background, 255: ink
x = (image[..., None] - 127.5) / 255
x = convolve(x, w["conv1_weights"], w["conv1_biases"])
x = convolve(x, w["conv2_weights"], w["conv2_biases"])
x = np.maximum(x.ravel() @ w["fc1_weights"] + w["fc1_biases"], 0)
logits = x @ w["fc2_weights"] + w["fc2_biases"]
print(logits.argmax())
)";

constexpr auto kNpz = R"(import numpy as np

w = np.load("%1")
print(w.zip.comment.decode())  # where the weights come from
)";

constexpr auto kRawPython = R"(import json
import numpy as np

with open("%1", "rb") as file:
    header = json.loads(file.readline())
w = {t["name"]: np.fromfile("%1", "<f4", np.prod(t["shape"]), offset=t["offset"])
     .reshape(t["shape"]) for t in header["tensors"]}
)";

constexpr auto kTorch = R"(import torch
from safetensors.torch import load_file

w = load_file("%1")
net = torch.nn.Sequential(
    torch.nn.Conv2d(1, 32, 5, padding=2), torch.nn.ReLU(), torch.nn.MaxPool2d(2),
    torch.nn.Conv2d(32, 64, 5, padding=2), torch.nn.ReLU(), torch.nn.MaxPool2d(2),
    torch.nn.Flatten(), torch.nn.Linear(3136, 512), torch.nn.ReLU(), torch.nn.Linear(512, 10))
# The file has its channels last; PyTorch has them first.
rows = w["fc1_weights"].reshape(7, 7, 64, 512).permute(2, 0, 1, 3).reshape(3136, 512)
values = [w["conv1_weights"].permute(3, 2, 0, 1), w["conv1_biases"],
          w["conv2_weights"].permute(3, 2, 0, 1), w["conv2_biases"],
          rows.T, w["fc1_biases"], w["fc2_weights"].T, w["fc2_biases"]]
with torch.no_grad():
    for parameter, value in zip(net.parameters(), values):
        parameter.copy_(value)

image = torch.zeros(1, 1, 28, 28)  # 0: background, 255: ink
print(net((image - 127.5) / 255).argmax(1).item())
)";

constexpr auto kOnnxPython = R"(import numpy as np
import onnxruntime

session = onnxruntime.InferenceSession("%1", providers=["CPUExecutionProvider"])
image = np.full((1, 1, 28, 28), %3, np.float32)  # %4
probabilities, logits = session.run(None, {"%2": image})
print(probabilities.argmax(1))
)";

constexpr auto kOnnxJavaScript =
    R"(const ort = require('onnxruntime-node');  // in a page: onnxruntime-web

(async () => {
  const session = await ort.InferenceSession.create('%1');
  const image = new Float32Array(28 * 28)%3;  // %4
  const input = new ort.Tensor('float32', image, [1, 1, 28, 28]);
  const {probabilities} = await session.run({'%2': input});
  console.log(probabilities.data.indexOf(Math.max(...probabilities.data)));
})();
)";

constexpr auto kRawJavaScript = R"(const fs = require('fs');

const bytes = fs.readFileSync('%1');
const header = JSON.parse(bytes.subarray(0, bytes.indexOf('\n')).toString());
const weights = {};
for (const {name, shape, offset} of header.tensors) {
  const count = shape.reduce((a, b) => a * b, 1);
  weights[name] = Float32Array.from({length: count}, (_, i) => bytes.readFloatLE(offset + 4 * i));
}
console.log(Object.keys(weights), header.metadata);
)";

constexpr auto kHeaderC = R"(#include <stdio.h>

#include "%1"

int main(void) {
  static float image[BURSTLAB_HEIGHT * BURSTLAB_WIDTH]; /* 0: background, 255: ink */
  printf("%d\n", burstlab_classify(image));
  return 0;
}
)";

QString onnx(Language language, const QString& name, bool normalized) {
  const auto input =
      normalized ? QStringLiteral("pixels_normalised") : QStringLiteral("pixels_0_255");
  const auto range = normalized ? QStringLiteral("-0.5: background, 0.5: ink")
                                : QStringLiteral("0: background, 255: ink");
  if (language == Language::Python)
    return QString::fromLatin1(kOnnxPython)
        .arg(name, input, normalized ? QStringLiteral("-0.5") : QStringLiteral("0"), range);
  return QString::fromLatin1(kOnnxJavaScript)
      .arg(name, input, normalized ? QStringLiteral(".fill(-0.5)") : QString(), range);
}

}  // namespace

QString loadCode(const QString& file, Language language, bool normalizedInput) {
  const QFileInfo info(file);
  const QString suffix = info.suffix().toLower();
  QString name = info.fileName();
  name.replace(QLatin1Char('\\'), QLatin1String("\\\\"))
      .replace(QLatin1Char('"'), QLatin1String("\\\""));
  if (language == Language::JavaScript) name.replace(QLatin1Char('\''), QLatin1String("\\'"));
  const auto filled = [&](const char* text) {
    return QString::fromLatin1(text).replace(QLatin1String("%1"), name);
  };
  const bool python = language == Language::Python;
  if (suffix == QLatin1String("onnx") && language != Language::C)
    return onnx(language, name, normalizedInput);
  if (suffix == QLatin1String("npz") && python)
    return filled(kNpz) + QString::fromLatin1(kNumpyNetwork);
  if (suffix == QLatin1String("safetensors") && python) return filled(kTorch);
  if (suffix == QLatin1String("raw") && python)
    return filled(kRawPython) + QString::fromLatin1(kNumpyNetwork);
  if (suffix == QLatin1String("raw") && language == Language::JavaScript)
    return filled(kRawJavaScript);
  if (suffix == QLatin1String("h") && language == Language::C) return filled(kHeaderC);
  return {};
}

}  // namespace ui
