"""ONNX's own checker."""
import sys

try:
    import onnx
except ImportError:
    print("python3-onnx is not installed")
    sys.exit(77)

for name, input_name in (("weights.onnx", "pixels_0_255"), ("normalised.onnx", "pixels_normalised")):
    model = onnx.load(name)
    onnx.checker.check_model(model, full_check=True)
    assert (model.ir_version, model.opset_import[0].version) == (8, 13)
    (graph_input,) = model.graph.input
    assert graph_input.name == input_name
    shape = graph_input.type.tensor_type.shape.dim
    assert shape[0].dim_param == "N" and [d.dim_value for d in shape[1:]] == [1, 28, 28]
    assert [o.name for o in model.graph.output] == ["probabilities", "logits"]
    assert {p.key: p.value for p in model.metadata_props}["step"] == "200"
    # Shapes that the library infers from the graph agree with what the outputs claim.
    inferred = onnx.shape_inference.infer_shapes(model, strict_mode=True)
    assert inferred.graph.output[0].type.tensor_type.shape.dim[1].dim_value == 10
    print(name, "passes")
