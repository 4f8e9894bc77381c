#pragma once

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "engine/data/digit_normalizer.h"

/// Drawings of all digits in plain everyday shapes, made by rule: a person's hand is in none.
namespace digit_strokes {

using Point = engine::Stroke::Point;
using Strokes = std::vector<engine::Stroke>;

inline constexpr double kCanvas = 280;

/// Points that the pen passes, in a box 1 wide and 1.5 high; two shapes of each digit.
inline std::vector<Strokes> shapesOf(int digit) {
  const auto arc = [](double x, double y, double rx, double ry, double from, double to) {
    engine::Stroke stroke;
    for (int i = 0; i <= 12; ++i) {
      const double angle = (from + (to - from) * i / 12) * std::numbers::pi / 180;
      stroke.points.push_back({x + rx * std::cos(angle), y + ry * std::sin(angle)});
    }
    return stroke;
  };
  const auto join = [](std::initializer_list<engine::Stroke> parts) {
    engine::Stroke all;
    for (const auto& part : parts)
      all.points.insert(all.points.end(), part.points.begin(), part.points.end());
    return all;
  };
  using S = engine::Stroke;
  switch (digit) {
    case 0:
      return {{arc(0.5, 0.75, 0.5, 0.75, -90, 270)}, {arc(0.5, 0.75, 0.36, 0.75, -60, 300)}};
    case 1:
      return {{S{{{0.5, 0}, {0.5, 1.5}}}}, {S{{{0.25, 0.3}, {0.5, 0}, {0.5, 1.5}}}}};
    case 2:
      return {{join({arc(0.5, 0.42, 0.45, 0.42, 190, 380), S{{{0.8, 0.8}, {0, 1.5}, {1, 1.5}}}})},
              {join({arc(0.5, 0.4, 0.4, 0.4, 200, 400), S{{{0.55, 1.0}, {0.05, 1.45}}},
                     arc(0.2, 1.35, 0.15, 0.13, 160, 360), S{{{0.6, 1.5}, {1, 1.4}}}})}};
    case 3:
      return {
          {join({arc(0.45, 0.38, 0.42, 0.38, 200, 440), arc(0.45, 1.12, 0.5, 0.38, -80, 160)})},
          {join({S{{{0.1, 0}, {0.9, 0}, {0.45, 0.6}}}, arc(0.45, 1.05, 0.48, 0.45, -80, 160)})}};
    case 4:
      return {{S{{{0.35, 0}, {0.05, 0.9}, {1, 0.9}}}, S{{{0.75, 0.3}, {0.7, 1.5}}}},
              {S{{{0.1, 0.05}, {0.1, 0.75}, {0.9, 0.75}}}, S{{{0.85, 0}, {0.85, 1.5}}}}};
    case 5:
      return {
          {join({S{{{0.95, 0}, {0.2, 0}, {0.12, 0.65}}}, arc(0.45, 1.03, 0.47, 0.47, -125, 140)})},
          {join({S{{{0.25, 0.05}, {0.15, 0.65}}}, arc(0.45, 1.03, 0.45, 0.45, -120, 150)}),
           S{{{0.22, 0.03}, {0.9, 0}}}}};
    case 6:
      return {
          {join({S{{{0.75, 0}, {0.3, 0.5}, {0.06, 1.0}}}, arc(0.47, 1.08, 0.42, 0.42, 180, 540)})},
          {join({arc(0.8, 0.9, 0.75, 0.9, 260, 190), arc(0.45, 1.1, 0.4, 0.38, 170, 530)})}};
    case 7:
      return {{S{{{0, 0}, {1, 0}, {0.35, 1.5}}}},
              {S{{{0, 0.05}, {0.95, 0}, {0.4, 1.5}}}, S{{{0.25, 0.75}, {0.9, 0.72}}}}};
    case 8:
      return {{join({arc(0.5, 0.38, 0.38, 0.38, 90, -270), arc(0.5, 1.12, 0.45, 0.38, -90, 270)})},
              {join({arc(0.5, 0.36, 0.36, 0.36, -20, -240), S{{{0.55, 0.75}}},
                     arc(0.5, 1.12, 0.42, 0.38, -50, 230), S{{{0.45, 0.75}, {0.85, 0.25}}}})}};
    default:
      return {{join({arc(0.47, 0.42, 0.42, 0.42, 0, -360), S{{{0.88, 0.6}, {0.8, 1.5}}}})},
              {join({arc(0.45, 0.42, 0.4, 0.4, 10, -350), S{{{0.85, 0.7}}},
                     arc(0.35, 0.95, 0.5, 0.55, 0, 110)})}};
  }
}

/// A style of writing; x' = x + slant * y, turned by degrees, the pen's width as a multiple.
struct Style {
  const char* name;
  double slant = 0;
  double turn = 0;
  double width = 1;
  double size = 0.55;             // height / canvas
  double shiftX = 0, shiftY = 0;  // in pixels of the 28x28
  bool isRaw = false;             // given to the network as it lies
};

/// Variant 0..9 of a digit: one of its two shapes, every point off by some hundredths of its
/// height.
inline Strokes drawing(int digit, int variant, const Style& style) {
  Strokes strokes = shapesOf(digit)[variant % 2];
  std::mt19937 random(static_cast<unsigned>(100 * digit + variant));
  std::uniform_real_distribution<double> tremble(-0.04, 0.04);
  const double stretch = 1 + 5 * tremble(random);
  const double angle = style.turn * std::numbers::pi / 180 + tremble(random);
  const double unit = style.size * kCanvas / 1.5;
  for (engine::Stroke& stroke : strokes)
    for (Point& point : stroke.points) {
      const double y = point.y - 0.75 + tremble(random);
      const double x = stretch * (point.x - 0.5) + tremble(random) - style.slant * y;
      point = {kCanvas / 2 + style.shiftX * 10 + unit * (std::cos(angle) * x - std::sin(angle) * y),
               kCanvas / 2 + style.shiftY * 10 + unit * (std::sin(angle) * x + std::cos(angle) * y),
               style.width};
    }
  return strokes;
}

inline engine::NormalizedDigit normalized(const Strokes& strokes, const Style& style) {
  return style.isRaw ? engine::shrinkCanvas(strokes, kCanvas, 10 * engine::kMnistPenWidth)
                     : engine::normalizeStrokes(strokes, kCanvas);
}

inline const std::vector<Style> kStyles{
    {.name = "plain"},
    {.name = "thin (0.5 pens)", .width = 0.5},
    {.name = "thick (1.6 pens)", .width = 1.6},
    {.name = "slanted to the right (0.45)", .slant = 0.45},
    {.name = "slanted to the left (0.3)", .slant = -0.3},
    {.name = "turned by 20 degrees", .turn = 20},
    {.name = "turned by -20 degrees", .turn = -20},
    {.name = "raw, in the middle", .size = 0.62, .isRaw = true},
    {.name = "raw, 3 pixels off", .size = 0.62, .shiftX = 3, .shiftY = -2, .isRaw = true},
    {.name = "raw, small (0.7)", .size = 0.43, .isRaw = true},
    {.name = "raw, large (1.25)", .size = 0.78, .isRaw = true}};

}  // namespace digit_strokes
