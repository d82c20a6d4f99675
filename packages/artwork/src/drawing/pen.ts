import { flatten, type Point, through } from './flatten.ts';
import { noise } from './noise.ts';
import { ink, shadeOf } from './palette.ts';

interface Style {
  /** Fill colour; none when left out. */
  fill?: string;
  /** Outline width in units; 0 for no outline. */
  width?: number;
  /** Outline colour; ink when left out. */
  stroke?: string;
  /** Shadow tone on the side away from the light; false for flat. */
  shade?: string | false;
  opacity?: number;
}

interface PenOptions {
  /** Which drawing of the same line this is: lines differ a little between drawings, as if drawn by hand. */
  drawing?: number;
  /** Size of the picture relative to a puppet of 200 units. */
  size?: number;
  /** If set, draws everything as one wide light border, to be placed under the real drawing. */
  halo?: { colour: string; width: number };
}

/** The maximum shift of a line's second pass, at size 1: that of a line three times the usual width. */
const NIB_MAX = 1.5;

const round = (value: number) => Math.round(value * 10) / 10;

/** Draws shapes as SVG text, with the slightly unsteady line of a storybook. */
export class Pen {
  readonly drawing: number;
  readonly size: number;
  readonly halo: { colour: string; width: number } | undefined;
  private clips = 0;

  constructor(options: PenOptions = {}) {
    this.drawing = options.drawing ?? 0;
    this.size = options.size ?? 1;
    this.halo = options.halo;
  }

  /** Any shape, from path data with the absolute commands M L H V C Q Z. */
  path(data: string, style: Style): string {
    return this.ink(this.wobble(data), style);
  }

  /** A smooth closed shape through the points. */
  blob(points: readonly Point[], style: Style): string {
    return this.path(through(points, true), style);
  }

  /** A smooth open line through the points. */
  curve(points: readonly Point[], style: Style): string {
    return this.path(through(points, false), style);
  }

  polygon(points: readonly Point[], style: Style): string {
    return this.path(`M${points.map((point) => point.join(' ')).join('L')}Z`, style);
  }

  line(x1: number, y1: number, x2: number, y2: number, style: Style): string {
    return this.path(`M${x1} ${y1}L${x2} ${y2}`, style);
  }

  oval(cx: number, cy: number, rx: number, ry: number, style: Style): string {
    const [kx, ky] = [0.5523 * rx, 0.5523 * ry];
    return this.path(
      `M${cx} ${cy - ry}C${cx + kx} ${cy - ry} ${cx + rx} ${cy - ky} ${cx + rx} ${cy}C${cx + rx} ${cy + ky} ${cx + kx} ${cy + ry} ${cx} ${cy + ry}C${cx - kx} ${cy + ry} ${cx - rx} ${cy + ky} ${cx - rx} ${cy}C${cx - rx} ${cy - ky} ${cx - kx} ${cy - ry} ${cx} ${cy - ry}Z`,
      style,
    );
  }

  box(x: number, y: number, width: number, height: number, style: Style, radius = 0): string {
    const [r, b] = [x + width, y + height];
    if (radius === 0) return this.path(`M${x} ${y}H${r}V${b}H${x}Z`, style);
    const q = radius;
    return this.path(
      `M${x + q} ${y}H${r - q}Q${r} ${y} ${r} ${y + q}V${b - q}Q${r} ${b} ${r - q} ${b}H${x + q}Q${x} ${b} ${x} ${b - q}V${y + q}Q${x} ${y} ${x + q} ${y}Z`,
      style,
    );
  }

  /** An arm or leg like a rubber hose: from one point to another, pushed aside by `bend` in its middle. */
  limb(from: Point, to: Point, bend: number, thick: number, fill: string): string {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const middle: Point = [
      (from[0] + to[0]) / 2 - ((to[1] - from[1]) / length) * bend * 2,
      (from[1] + to[1]) / 2 + ((to[0] - from[0]) / length) * bend * 2,
    ];
    const data = this.wobble(`M${from[0]} ${from[1]}Q${middle[0]} ${middle[1]} ${to[0]} ${to[1]}`);
    const outline = 2 * 2.6 * this.size;
    if (this.halo) return this.strokeOf(data, this.halo.colour, thick + outline + this.halo.width);
    const shadow = shadeOf(fill);
    const core = this.strokeOf(data, fill, thick);
    const light = shadow
      ? `${this.strokeOf(data, shadow, thick)}<g transform="translate(${-thick * 0.1} ${-thick * 0.1})">${this.strokeOf(data, fill, thick * 0.8)}</g>`
      : core;
    return this.strokeOf(data, ink, thick + outline) + light;
  }

  /** Clips a drawing to a line of this width along the path. */
  inLine(way: string, width: number, content: string): string {
    const id = `m${this.drawing}-${++this.clips}`;
    const line = this.strokeOf(this.wobble(way), '#fff', width * this.size);
    return `<mask id="${id}">${line}</mask><g mask="url(#${id})">${content}</g>`;
  }

  private strokeOf(data: string, colour: string, width: number): string {
    return `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;
  }

  private wobble(data: string): string {
    const reach = 1.1 * this.size;
    const scale = 1 / (26 * this.size);
    const moved = ([x, y]: Point): string => {
      const [u, v] = [x * scale, y * scale];
      const dx = noise(u, v, 11) * reach + noise(u * 1.7, v * 1.7, 31 + this.drawing) * reach * 0.45;
      const dy = noise(u, v, 53) * reach + noise(u * 1.7, v * 1.7, 71 + this.drawing) * reach * 0.45;
      return `${round(x + dx)} ${round(y + dy)}`;
    };
    return flatten(data, 5 * this.size)
      .map((outline) => `M${outline.points.map(moved).join('L')}${outline.closed ? 'Z' : ''}`)
      .join('');
  }

  private ink(data: string, style: Style): string {
    const width = (style.width ?? 2.6) * this.size;
    if (this.halo) {
      const spread = round(width + this.halo.width);
      return `<path d="${data}" fill="${style.fill ? this.halo.colour : 'none'}" stroke="${this.halo.colour}" stroke-width="${spread}" stroke-linejoin="round" stroke-linecap="round"/>`;
    }
    let out = '';
    if (style.fill) {
      const shade = style.shade === false ? undefined : (style.shade ?? shadeOf(style.fill));
      out +=
        shade && width > 0
          ? this.shaded(data, style.fill, shade)
          : `<path d="${data}" fill="${style.fill}"/>`;
    }
    if (width > 0) {
      const colour = style.stroke ?? ink;
      // Two passes, one of them shifted: the line varies in thickness like that of a broad nib. The shift is capped,
      // because a line as thick as a limb would otherwise leave its border.
      const nib = round(Math.min(width * 0.16, NIB_MAX * this.size));
      out += this.strokeOf(data, colour, width * 0.85);
      out += `<g transform="translate(${nib} ${nib})">${this.strokeOf(data, colour, width * 0.85)}</g>`;
    }
    return style.opacity === undefined ? out : `<g opacity="${style.opacity}">${out}</g>`;
  }

  private shaded(data: string, fill: string, shade: string): string {
    const numbers = (data.match(/-?\d+\.?\d*/g) ?? []).map(Number);
    const xs = numbers.filter((_, index) => index % 2 === 0);
    const ys = numbers.filter((_, index) => index % 2 === 1);
    const span = Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
    const shift = round(Math.min(span * 0.13, 9 * this.size));
    const id = `c${this.drawing}-${++this.clips}`;
    return `<clipPath id="${id}"><path d="${data}"/></clipPath><path d="${data}" fill="${shade}"/><g clip-path="url(#${id})"><path d="${data}" fill="${fill}" transform="translate(${-shift} ${round(-shift * 0.8)})"/></g>`;
  }
}

/** Moves, turns and scales a drawing. `scale` may be one number or [x, y]; negative x mirrors. */
export function place(
  content: string,
  x: number,
  y: number,
  scale: number | readonly [number, number] = 1,
  degrees = 0,
): string {
  const [sx, sy] = typeof scale === 'number' ? [scale, scale] : scale;
  const turn = degrees === 0 ? '' : ` rotate(${round(degrees * 10) / 10})`;
  return `<g transform="translate(${round(x)} ${round(y)})${turn} scale(${Math.round(sx * 1000) / 1000} ${Math.round(sy * 1000) / 1000})">${content}</g>`;
}

/** A whole SVG document. */
export function sheet(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`;
}

/**
 * A 512 × 512 cut-out with a light border, so that it stands out on any photograph. The drawing is made twice: once as
 * its own border, once normally. `size` is the pen's size; `light` the border's width on both sides together, in the
 * drawing's own units.
 */
export function sticker(size: number, light: number, draw: (p: Pen) => string): string {
  const border = new Pen({ size, halo: { colour: '#fcf5e4', width: light } });
  return sheet(512, 512, draw(border) + draw(new Pen({ size })));
}
