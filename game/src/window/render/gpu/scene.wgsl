// The scene: quads of the art's sheet or of a drawn pattern, lit by what lamps there are.
// Light is taken at the corners of texels, so that its pools have the grain of the art.

struct Globals {
    matrix: mat4x4<f32>,
    time: vec4<f32>,
    ambient: vec4<f32>,
    // Of each its place with one by its radius, and its colour.
    lights: array<array<vec4<f32>, 2>, 48>,
}

@group(0) @binding(0) var<uniform> globals: Globals;
@group(0) @binding(1) var sheet: texture_2d<f32>;
@group(0) @binding(2) var smooth_sampler: sampler;

struct Corner {
    @location(0) at: vec3<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) colour: vec4<f32>,
    @location(3) normal: vec4<f32>,
    @location(4) fx: vec4<f32>,
}

struct Point {
    @builtin(position) place: vec4<f32>,
    @location(0) at: vec3<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) colour: vec4<f32>,
    @location(3) normal: vec4<f32>,
    @location(4) fx: vec4<f32>,
}

@vertex
fn corner(in: Corner) -> Point {
    var out: Point;
    out.place = globals.matrix * vec4<f32>(in.at, 1.0);
    out.at = in.at;
    out.uv = in.uv;
    out.colour = in.colour;
    out.normal = in.normal;
    out.fx = in.fx;
    return out;
}

// Sharp texels whatever the scale: filtered over one pixel at their seams alone.
fn texel(uv: vec2<f32>) -> vec4<f32> {
    let size = vec2<f32>(textureDimensions(sheet));
    let p = uv * size;
    let seam = floor(p + 0.5);
    let width = max(fwidth(p), vec2<f32>(0.0001));
    let q = seam + clamp((p - seam) / width, vec2<f32>(-0.5), vec2<f32>(0.5));
    return textureSampleLevel(sheet, smooth_sampler, q / size, 0.0);
}

// A number from 0 to 1 for a whole place, the same on every device.
fn noise(p: vec2<f32>) -> f32 {
    let at = bitcast<vec2<u32>>(vec2<i32>(p));
    var mixed = (at.x * 0x9E3779B1u) ^ (at.y * 0x85EBCA77u);
    mixed = (mixed ^ (mixed >> 15u)) * 0x2C1B3C6Du;
    mixed = mixed ^ (mixed >> 12u);
    return f32(mixed & 0xFFFFu) / 65536.0;
}

fn light_at(at: vec3<f32>, normal: vec4<f32>) -> vec3<f32> {
    let grain = floor(at * 24.0 + 0.01) / 24.0;
    var sum = globals.ambient.rgb * (0.72 + 0.28 * max(dot(normal.xyz, normalize(vec3<f32>(-0.45, 0.8, 0.25))), 0.0));
    let count = i32(globals.time.y);
    for (var i = 0; i < count; i += 1) {
        let place = globals.lights[i][0];
        let towards = place.xyz - grain;
        let square = max(dot(towards, towards), 0.000001);
        let closeness = inverseSqrt(square);
        let near = clamp(1.0 - square * closeness * place.w, 0.0, 1.0);
        let facing = clamp(dot(normal.xyz, towards) * closeness * 0.7 + 0.45, 0.12, 1.0);
        sum += globals.lights[i][1].rgb * near * near * facing;
    }
    // A few steps of brightness, with a grain at their edges.
    let steps = 14.0;
    let dither = noise(floor(grain.xz * 24.0) + floor(grain.y * 24.0)) - 0.5;
    return floor(sum * steps + 0.5 + dither * 0.8) / steps;
}

fn patch_of(in: Point) -> vec4<f32> {
    let kind = i32(in.fx.w * 255.0 + 0.5);
    let uv = in.uv;
    let edge = min(min(uv.x, 1.0 - uv.x), min(uv.y, 1.0 - uv.y));
    let soft = max(fwidth(uv.x), fwidth(uv.y)) * 1.2;
    switch kind {
        case 1: {
            let band = abs(fract((uv.x + uv.y) * 3.0) - 0.5);
            let strokes = 1.0 - smoothstep(0.14, 0.14 + soft * 3.0, band);
            let border = 1.0 - smoothstep(0.035, 0.035 + soft, abs(edge - 0.06));
            let inside = step(0.06, edge);
            return vec4<f32>(1.0, 1.0, 1.0, max(strokes * inside, border) * 0.95);
        }
        case 2: {
            let border = 1.0 - smoothstep(0.03, 0.03 + soft, abs(edge - 0.07));
            let inside = smoothstep(0.05, 0.07, edge);
            return vec4<f32>(1.0, 1.0, 1.0, max(border * 0.8, inside * 0.22));
        }
        case 3: {
            let along = fwidth(uv.x) * 3.0;
            let dash = smoothstep(0.28, 0.28 + along, abs(fract(uv.x * 3.0) - 0.5));
            return vec4<f32>(1.0, 1.0, 1.0, 1.0 - dash);
        }
        case 4: {
            let d = length(uv - 0.5) * 2.0;
            return vec4<f32>(1.0, 1.0, 1.0, pow(clamp(1.0 - d, 0.0, 1.0), 1.6));
        }
        case 6: {
            let d = length(uv - 0.5) * 2.0;
            return vec4<f32>(1.0, 1.0, 1.0, 1.0 - smoothstep(0.06, 0.06 + soft * 2.0, abs(d - 0.86)));
        }
        case 7: {
            let border = 1.0 - smoothstep(0.05, 0.05 + soft, abs(edge - 0.05));
            let centre = abs(uv - 0.5);
            let corner = smoothstep(0.22, 0.22 + soft, min(centre.x, centre.y));
            return vec4<f32>(1.0, 1.0, 1.0, border * corner);
        }
        case 8: {
            let d = length(fract(uv * 5.0) - 0.5);
            return vec4<f32>(1.0, 1.0, 1.0, 1.0 - smoothstep(0.13, 0.13 + soft * 5.0, d));
        }
        case 9: {
            let at = fract(uv.x * 2.2);
            let along = fwidth(uv.x) * 2.2;
            let dash = smoothstep(0.3, 0.3 + along, abs(at - 0.33));
            let dot = smoothstep(0.07, 0.07 + along, abs(at - 0.83));
            return vec4<f32>(1.0, 1.0, 1.0, 1.0 - dash * dot);
        }
        default: {
            return vec4<f32>(1.0);
        }
    }
}

// The ground is nothing but art, and most of the picture: what it has no use for is not reckoned for it.
@fragment
fn ground(in: Point) -> @location(0) vec4<f32> {
    return lit(in, texel(in.uv));
}

@fragment
fn fill(in: Point) -> @location(0) vec4<f32> {
    let kind = i32(in.fx.w * 255.0 + 0.5);
    let art = texel(in.uv);
    let drawn = patch_of(in);
    return lit(in, select(vec4<f32>(drawn.rgb * drawn.a, drawn.a), art, kind == 0));
}

fn lit(in: Point, colour: vec4<f32>) -> vec4<f32> {
    // Water sways along its texels.
    let sway = sin(globals.time.x * 1.3 + in.at.x * 2.1 + in.at.z * 1.7) * in.fx.y;
    let shade = 1.0 + sway * 0.22;
    var rgb = colour.rgb * in.colour.rgb * shade;
    rgb = mix(rgb, in.colour.rgb * colour.a, in.fx.x);
    let light = light_at(in.at, in.normal);
    let share = mix(vec3<f32>(1.0), min(light, vec3<f32>(1.9)), in.normal.w);
    rgb = rgb * max(share, vec3<f32>(in.fx.z));
    // A little of the lamps' own colour lies on everything near them, so that warm light warms blue stone.
    let glow = max(light - globals.ambient.rgb, vec3<f32>(0.0));
    rgb += glow * glow * vec3<f32>(0.055, 0.04, 0.025) * in.normal.w * colour.a;
    let alpha = colour.a * in.colour.a;
    return vec4<f32>(rgb * in.colour.a, alpha);
}

struct Sky {
    @builtin(position) place: vec4<f32>,
    @location(0) uv: vec2<f32>,
}

@vertex
fn sky_corner(@builtin(vertex_index) index: u32) -> Sky {
    let uv = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    var out: Sky;
    out.place = vec4<f32>(uv * 2.0 - 1.0, 1.0, 1.0);
    out.uv = uv;
    return out;
}

// Night over still water: darker below, with slow bands and a few sparks of far lanterns.
@fragment
fn sky(in: Sky) -> @location(0) vec4<f32> {
    let size = globals.time.zw;
    let cell = floor(in.uv * size / 3.0);
    let t = globals.time.x;
    let y = 1.0 - in.uv.y;
    let top = vec3<f32>(0.043, 0.055, 0.102);
    let low = vec3<f32>(0.027, 0.063, 0.106);
    var rgb = mix(low, top, smoothstep(0.0, 0.9, in.uv.y));
    let band = sin(cell.y * 0.23 + sin(cell.x * 0.013 + t * 0.15) * 2.2 + t * 0.25);
    rgb += vec3<f32>(0.006, 0.012, 0.018) * smoothstep(0.75, 1.0, band) * smoothstep(0.2, 1.0, y);
    let spark = noise(cell);
    let blink = 0.5 + 0.5 * sin(t * 0.9 + spark * 80.0);
    if spark > 0.9997 {
        rgb += vec3<f32>(0.30, 0.21, 0.09) * blink;
    }
    let d = distance(in.uv, vec2<f32>(0.5, 0.5));
    rgb *= 1.12 - 0.5 * d * d;
    return vec4<f32>(rgb, 1.0);
}
