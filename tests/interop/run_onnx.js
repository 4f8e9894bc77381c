// onnxruntime computes the models, in batches of 1, 7, 64 and 1000.
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');

let ort;
try {
  ort = require('onnxruntime-node');
} catch (error) {
  console.log('onnxruntime-node is not installed (npm)');
  process.exit(77);
}

const unpack = (name) => zlib.gunzipSync(fs.readFileSync(path.join(process.env.MNIST, name)));
const pixels = unpack('t10k-images-idx3-ubyte.gz').subarray(16);
const labels = unpack('t10k-labels-idx1-ubyte.gz').subarray(8);
const npy = fs.readFileSync('logits.npy');
const start = 10 + npy.readUInt16LE(8);
const expected = new Float32Array(npy.buffer.slice(npy.byteOffset + start));

function winner(values, row) {
  let best = 0;
  for (let k = 1; k < 10; ++k) if (values[10 * row + k] > values[10 * row + best]) best = k;
  return best;
}

async function check(name, input, scale) {
  const session = await ort.InferenceSession.create(name);
  const batches = [1, 7, 64];
  let wrong = 0, engineWrong = 0, difference = 0, sumFault = 0;
  for (let first = 0; first < labels.length;) {
    const count = Math.min(batches.shift() || 1000, labels.length - first);
    const data = Float32Array.from(pixels.subarray(784 * first, 784 * (first + count)), scale);
    const result = await session.run({[input]: new ort.Tensor('float32', data, [count, 1, 28, 28])});
    const logits = result.logits.data, probabilities = result.probabilities.data;
    for (let i = 0; i < count; ++i) {
      wrong += winner(logits, i) !== labels[first + i];
      engineWrong += winner(expected, first + i) !== labels[first + i];
      let sum = 0;
      for (let k = 0; k < 10; ++k) {
        sum += probabilities[10 * i + k];
        difference = Math.max(
            difference, Math.abs(logits[10 * i + k] - expected[10 * (first + i) + k]));
      }
      sumFault = Math.max(sumFault, Math.abs(sum - 1));
    }
    first += count;
  }
  console.log(`${name}: ${wrong} errors, the engine ${engineWrong}; largest difference of a ` +
              `logit ${difference.toExponential(1)}`);
  if (wrong !== engineWrong || !(difference < 1e-4) || !(sumFault < 1e-5)) process.exit(1);
}

(async () => {
  await check('weights.onnx', 'pixels_0_255', (pixel) => pixel);
  await check('normalised.onnx', 'pixels_normalised', (pixel) => (pixel - 127.5) / 255);
})();
