// The programs of the graphics card, GLSL ES 3.00.

import { lookCount } from "./palette.js";

// Rows of shapes are two texels each in a texture of rowWidth texels:
//   x, y (relative to the middle of the picture, m), cosine, sine
//   look, opacity, highlight (0 or 1), colour of the game's own as 0xRRGGBB if look is -1
export const rowWidth = 1024;

// uView: 2 scale / width, 2 scale up / height, pixels of the screen per metre, width of an outline
// in them. A pixel of the page may be several pixels of the screen. Outlines of small shapes are
// thinner.
export const shapeVertex = `#version 300 es
precision highp float;
in vec2 aPoint;
in vec4 aExtra;
in vec2 aRow;
uniform highp sampler2D uRows;
uniform vec4 uView;
uniform vec4 uHighlight;
uniform vec4 uFills[${lookCount}];
uniform vec4 uStrokes[${lookCount}];
flat out vec4 vFill;
flat out vec4 vStroke;
flat out vec4 vSize; // half length, radius, width of the outline, 1 for what is round or 2 for ground
out vec3 vPlace;     // point in the frame of what is round, or distance from the border

void main() {
  int texel = 2 * int(aRow.x);
  ivec2 at = ivec2(texel % ${rowWidth}, texel / ${rowWidth});
  vec4 pose = texelFetch(uRows, at, 0);
  vec4 state = texelFetch(uRows, at + ivec2(1, 0), 0);
  if (state.x < -0.5) {
    int rgb = int(state.w);
    vec3 own = vec3(rgb >> 16, rgb >> 8 & 255, rgb & 255) / 255.0;
    vFill = vec4(own, state.y);
    vStroke = vec4(0.6 * own, state.y);
  } else {
    int index = int(state.x);
    vFill = vec4(uFills[index].rgb, uFills[index].a * state.y);
    vStroke = vec4(uStrokes[index].rgb, uStrokes[index].a * state.y);
  }
  float scale = uView.z, line = uView.w;
  if (state.z > 0.5) {
    vStroke = uHighlight;
    line *= 2.0;
  }
  vec2 point = aPoint;
  if (aRow.y < 0.5) {
    // Small shapes have a thin outline, or there were nothing else of them.
    float inner = aExtra.z * scale;
    line *= clamp(inner / (4.0 * line), 0.35, 1.0);
    float inset = min(line + 1.0, 0.9 * inner) * aExtra.w;
    point += aExtra.xy * inset / scale;
    vSize = vec4(0.0, 0.0, line, 0.0);
    vPlace = vec3(0.0, 0.0, inner < 1.2 ? 1.0 + inset : inset);
  } else if (aRow.y > 4.5) {
    // The side of the ground below a chain: it fades with the depth.
    point += aExtra.xy * (aExtra.w * 11.0 * uView.w / scale);
    vSize = vec4(0.0, 0.0, 0.0, 2.0);
    vPlace = vec3(0.0, 0.0, 0.7 * (1.0 - aExtra.w));
  } else {
    vec2 corner = vec2(aRow.y == 2.0 || aRow.y == 3.0 ? 1.0 : -1.0, aRow.y > 2.5 ? 1.0 : -1.0);
    // What has no thickness is a line of its own color.
    if (aExtra.w == 0.0) vFill = vStroke;
    float radius = max(aExtra.w * scale, 0.9 * line);
    line *= clamp(radius / (4.0 * line), 0.35, 1.0);
    float half_ = aExtra.z * scale;
    vec2 away = corner * vec2(half_ + radius, radius);
    point += (aExtra.xy * away.x + vec2(-aExtra.y, aExtra.x) * away.y) / scale;
    vSize = vec4(half_, radius, line, 1.0);
    vPlace = vec3(away, 0.0);
  }
  vec2 world = vec2(pose.z * point.x - pose.w * point.y, pose.w * point.x + pose.z * point.y) + pose.xy;
  gl_Position = vec4(world * uView.xy, 0.0, 1.0);
}
`;

export const shapeFragment = `#version 300 es
precision highp float;
flat in vec4 vFill;
flat in vec4 vStroke;
flat in vec4 vSize;
in vec3 vPlace;
out vec4 color;

void main() {
  float inside = vPlace.z;
  float stroke;
  if (vSize.w > 1.5) {
    color = vec4(vFill.rgb, 1.0) * (vFill.a * inside);
    return;
  }
  if (vSize.w > 0.5) {
    vec2 p = vPlace.xy;
    inside = vSize.y - length(vec2(max(abs(p.x) - vSize.x, 0.0), p.y));
    stroke = 1.0 - clamp(inside - vSize.z, 0.0, 1.0);
    // A spoke shows how a circle has turned.
    if (vSize.x == 0.0 && vSize.y > 3.0 && p.x > 0.0) stroke = max(stroke, 0.75 * clamp(0.5 * vSize.z + 0.5 - abs(p.y), 0.0, 1.0));
  } else {
    stroke = 1.0 - clamp(inside - vSize.z, 0.0, 1.0);
  }
  float cover = clamp(inside, 0.0, 1.0);
  vec4 c = mix(vFill, vStroke, stroke);
  color = vec4(c.rgb, 1.0) * (c.a * cover);
}
`;

// uScreen: 2 / width, 2 / height in pixels of the screen, pixels of the screen per metre, and per
// pixel of the page.
export const markVertex = `#version 300 es
precision highp float;
in vec2 aCorner;
in vec2 aFrom;
in vec2 aTo;
in vec2 aStyle;
in vec4 aColor;
uniform vec4 uScreen;
uniform float uUp;
flat out vec4 vColor;
flat out vec3 vSize; // half length, radius, kind
out vec2 vPlace;

void main() {
  vec2 flip = vec2(1.0, uUp);
  vec2 from = aFrom * uScreen.z * flip, to = aTo * uScreen.z * flip;
  vec2 along = to - from;
  float extent = length(along);
  vec2 axis = extent > 1e-4 ? along / extent : vec2(1.0, 0.0);
  float radius = 0.5 * aStyle.x * uScreen.w;
  vSize = vec3(0.5 * extent, radius, aStyle.y);
  vPlace = aCorner * vec2(0.5 * extent + radius + 1.0, radius + 1.0);
  vColor = aColor;
  vec2 p = 0.5 * (from + to) + axis * vPlace.x + vec2(-axis.y, axis.x) * vPlace.y;
  gl_Position = vec4(p * uScreen.xy, 0.0, 1.0);
}
`;

export const markFragment = `#version 300 es
precision highp float;
flat in vec4 vColor;
flat in vec3 vSize;
in vec2 vPlace;
out vec4 color;

void main() {
  float away = length(vec2(max(abs(vPlace.x) - vSize.x, 0.0), vPlace.y));
  if (vSize.z > 3.5) away = max(abs(vPlace.x), abs(vPlace.y));
  float cover = clamp(vSize.y - away + 0.5, 0.0, 1.0) * min(1.0, 2.0 * vSize.y);
  if (vSize.z > 1.5 && vSize.z < 2.5) {
    float width = clamp(0.22 * vSize.y, 1.0, 3.0);
    cover *= clamp(away - vSize.y + width + 0.5, 0.0, 1.0);
  }
  if (vSize.z > 2.5 && vSize.z < 3.5) {
    float dash = 6.0 * max(1.0, vSize.y);
    cover *= clamp(2.0 * (abs(fract((vPlace.x + vSize.x) / dash) - 0.5) * dash - 0.2 * dash), 0.0, 1.0);
  }
  float a = vColor.a * cover;
  color = vec4(vColor.rgb * a, a);
}
`;
