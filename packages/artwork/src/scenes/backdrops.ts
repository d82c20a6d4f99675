import { dice } from '../drawing/noise.ts';
import {
  cranberry,
  cranberryShade,
  flame,
  gold,
  ink,
  night,
  parchment,
  pine,
  pineShade,
  snow,
  snowShade,
  wood,
  woodShade,
} from '../drawing/palette.ts';
import { Pen, place } from '../drawing/pen.ts';
import { candle, holly } from '../props/greens.ts';

// Every backdrop fills x -60…540 and y -10…280 around the stage of 480 × 270; the ground, if any, is at y = 236.
// Backdrops are drawn once and never "boil": only puppets move.

const p = new Pen();

function grain(seed: number, colour: string, count: number): string {
  const next = dice(seed);
  let dots = '';
  for (let i = 0; i < count; i++)
    dots += `M${(next() * 600 - 60).toFixed(1)} ${(next() * 290 - 10).toFixed(1)}h${(0.6 + next() * 1.6).toFixed(1)}`;
  return `<path d="${dots}" stroke="${colour}" stroke-width="0.9" opacity="0.16"/>`;
}

function sky(top: string, bottom: string): string {
  return `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient><rect x="-60" y="-10" width="600" height="290" fill="url(#sky)"/>`;
}

function stars(seed: number, until: number): string {
  const next = dice(seed);
  return Array.from(
    { length: 34 },
    () =>
      `<circle cx="${(next() * 600 - 60).toFixed(1)}" cy="${(next() * until).toFixed(1)}" r="${(0.5 + next() * 1.1).toFixed(2)}" fill="${flame}" opacity="${(0.35 + next() * 0.6).toFixed(2)}"/>`,
  ).join('');
}

function moon(x: number, y: number, r: number): string {
  return (
    `<circle cx="${x}" cy="${y}" r="${r * 2}" fill="${flame}" opacity="0.07"/><circle cx="${x}" cy="${y}" r="${r * 1.45}" fill="${flame}" opacity="0.09"/>` +
    p.oval(x, y, r, r, { fill: '#ffeec4', shade: '#e8cf95', width: 2 }) +
    p.oval(x - r * 0.3, y - r * 0.2, r * 0.16, r * 0.14, { fill: '#e8cf95', width: 0 }) +
    p.oval(x + r * 0.2, y + r * 0.3, r * 0.22, r * 0.18, { fill: '#e8cf95', width: 0 })
  );
}

export function fir(x: number, y: number, scale: number, fill: string = pineShade): string {
  return place(
    p.box(-5, -12, 10, 14, { fill: woodShade, shade: false }) +
      p.path(
        'M0 -96C-8 -76 -18 -66 -24 -62Q-18 -60 -16 -60C-22 -46 -30 -38 -38 -34Q-28 -31 -26 -32C-32 -22 -40 -14 -48 -10Q0 0 48 -10C40 -14 32 -22 26 -32Q28 -31 38 -34C30 -38 22 -46 16 -60Q18 -60 24 -62C18 -66 8 -76 0 -96Z',
        { fill, shade: '#0c2c19' },
      ) +
      p.path('M0 -96C-6 -82 -12 -73 -19 -66Q-8 -62 0 -68Q8 -62 19 -66C12 -73 6 -82 0 -96Z', {
        fill: snow,
        width: 1.8,
      }),
    x,
    y,
    scale,
  );
}

function hills(): string {
  return (
    sky(night[1], '#2a5a63') +
    stars(5, 150) +
    moon(396, 56, 26) +
    p.path('M-60 190Q40 140 130 178Q230 130 330 172Q430 136 540 180V290H-60Z', {
      fill: '#3c6e78',
      shade: false,
      width: 0,
    }) +
    fir(60, 196, 0.6) +
    fir(100, 204, 0.8) +
    fir(428, 200, 0.85) +
    fir(390, 194, 0.55) +
    p.path('M-60 214Q60 196 200 214Q340 232 540 206V290H-60Z', { fill: snow, shade: false, width: 2.4 }) +
    p.path('M-60 250Q80 236 240 250Q380 262 540 246V290H-60Z', {
      fill: snowShade,
      shade: false,
      width: 0,
      opacity: 0.7,
    }) +
    grain(9, ink, 260)
  );
}

function parlour(): string {
  const stripes = Array.from(
    { length: 16 },
    (_, i) => `<rect x="${-60 + i * 40}" y="-10" width="20" height="216" fill="#21464a"/>`,
  ).join('');
  return (
    `<rect x="-60" y="-10" width="600" height="290" fill="#1b3c42"/>${stripes}` +
    p.path('M-60 206H540V290H-60Z', { fill: wood, shade: false }) +
    [222, 244].map((y) => p.line(-60, y, 540, y, { width: 1.6, stroke: woodShade })).join('') +
    p.box(-60, 196, 600, 12, { fill: woodShade, shade: false }) +
    p.box(30, 20, 74, 92, { fill: woodShade }, 4) +
    p.box(37, 27, 60, 78, { fill: night[2], shade: false }, 2) +
    `<circle cx="78" cy="48" r="10" fill="${flame}"/>` +
    p.path('M37 92Q60 80 97 94V105H37Z', { fill: snow, shade: false, width: 1.6 }) +
    p.path('M67 27V105M37 66H97', { width: 4, stroke: woodShade }) +
    grain(13, ink, 260)
  );
}

/** The parlour with a fireplace on the right; its flames are drawn as puppets. */
function hearth(): string {
  const bricks = [0, 1, 2, 3, 4]
    .map((row) => p.path(`M318 ${86 + row * 26}H334M446 ${86 + row * 26}H462`, { width: 1.6 }))
    .join('');
  return (
    parlour() +
    p.box(312, 64, 156, 154, { fill: '#8a4a3c', shade: '#66332a' }) +
    bricks +
    p.path('M336 218V130Q336 96 390 96Q444 96 444 130V218Z', { fill: '#170d0c', shade: false }) +
    p.box(300, 50, 180, 18, { fill: wood }, 3) +
    p.box(304, 212, 172, 12, { fill: '#5b5b60', shade: '#3c3c41' }) +
    place(candle(p, 26), 330, 50, 0.8) +
    place(holly(p, [-20, 200, 160]), 392, 54, 0.7)
  );
}

function page(): string {
  const lines = Array.from({ length: 9 }, (_, i) => `M-60 ${46 + i * 26}H540`).join('');
  return (
    `<radialGradient id="page" cx="0.4" cy="0.4" r="0.8"><stop offset="0" stop-color="#fcf5e4"/><stop offset="0.7" stop-color="${parchment}"/><stop offset="1" stop-color="#dcc591"/></radialGradient><rect x="-60" y="-10" width="600" height="290" fill="url(#page)"/>` +
    `<path d="${lines}" stroke="#a98a54" stroke-width="1" opacity="0.45" fill="none"/><path d="M52 -10V280" stroke="${cranberry}" stroke-width="1.4" opacity="0.5"/>` +
    grain(3, '#7a5a2a', 420)
  );
}

function roof(): string {
  const tiles: string[] = [];
  for (let row = 0; row < 4; row++)
    for (let col = -2; col < 16; col++) {
      const x = col * 36 + (row % 2) * 18;
      tiles.push(
        p.path(`M${x} ${206 + row * 22}Q${x + 18} ${224 + row * 22} ${x + 36} ${206 + row * 22}`, {
          width: 1.6,
          stroke: '#3b0d16',
        }),
      );
    }
  return (
    sky(night[0], '#27525c') +
    stars(21, 180) +
    moon(92, 62, 30) +
    p.path('M-60 176Q80 150 180 172Q330 150 540 178V290H-60Z', { fill: '#2b5660', shade: false, width: 0 }) +
    p.path('M-60 196H540V290H-60Z', { fill: cranberryShade, shade: false }) +
    tiles.join('') +
    p.path(
      'M-60 190Q-30 184 0 190Q40 182 80 190Q130 184 170 190Q220 182 270 190Q330 184 380 190Q440 184 540 190V202Q500 214 470 202Q420 212 390 203Q340 214 300 203Q250 214 210 203Q160 214 120 203Q70 214 40 203Q0 212 -60 203Z',
      { fill: snow },
    ) +
    grain(17, ink, 220)
  );
}

function workshop(): string {
  const shelf = (y: number) => p.box(-60, y, 600, 9, { fill: wood, shade: false, width: 2 });
  const next = dice(8);
  const toys = [62, 118].map((y) =>
    Array.from({ length: 13 }, (_, i) => {
      const [x, h] = [-40 + i * 46 + next() * 10, 16 + next() * 18];
      const fill =
        [cranberryShade, pineShade, '#8a6420', '#2b5660', woodShade][Math.floor(next() * 5)] ?? pine;
      return next() > 0.4
        ? p.box(x, y - h, 22 + next() * 10, h, { fill, shade: false, width: 2 }, 2)
        : p.oval(x + 11, y - 11, 11, 11, { fill, shade: false, width: 2 });
    }).join(''),
  );
  return (
    `<rect x="-60" y="-10" width="600" height="290" fill="#2a3a36"/>` +
    Array.from({ length: 15 }, (_, i) =>
      p.line(-60 + i * 42, -10, -60 + i * 42, 200, { width: 1.6, stroke: '#1d2a27' }),
    ).join('') +
    `<g opacity="0.75">${toys.join('')}</g>` +
    shelf(62) +
    shelf(118) +
    p.path('M-60 196H540V290H-60Z', { fill: '#6b4527', shade: false }) +
    p.path('M-60 196H540V208H-60Z', { fill: woodShade, shade: false }) +
    grain(29, ink, 260)
  );
}

function stage(): string {
  const fold = (x: number, s: number) =>
    p.path(`M${x} -10Q${x + s * 14} 110 ${x - s * 6} 224H${x - s * 64}V-10Z`, { fill: cranberry }) +
    p.path(
      `M${x - s * 22} -10Q${x - s * 12} 110 ${x - s * 28} 224M${x - s * 42} -10Q${x - s * 34} 110 ${x - s * 46} 224`,
      { stroke: cranberryShade, width: 2.4 },
    );
  return (
    `<rect x="-60" y="-10" width="600" height="290" fill="#10262b"/><ellipse cx="240" cy="150" rx="200" ry="170" fill="${gold}" opacity="0.1"/><ellipse cx="240" cy="170" rx="130" ry="120" fill="${flame}" opacity="0.1"/>` +
    fold(58, 1) +
    fold(422, -1) +
    p.path(
      'M-60 -10H540V26Q500 50 460 28Q420 52 380 28Q340 52 300 28Q260 52 220 28Q180 52 140 28Q100 52 60 28Q20 50 -60 26Z',
      { fill: cranberry },
    ) +
    p.path('M-60 216H540V290H-60Z', { fill: wood, shade: false }) +
    [236, 256].map((y) => p.line(-60, y, 540, y, { width: 1.6, stroke: woodShade })).join('') +
    Array.from({ length: 9 }, (_, i) =>
      p.path(`M${22 + i * 54} 270Q${36 + i * 54} 246 ${50 + i * 54} 270Z`, { fill: gold }),
    ).join('') +
    grain(31, ink, 200)
  );
}

function cellar(): string {
  const bricks: string[] = [];
  for (let row = 0; row < 7; row++)
    for (let col = -2; col < 11; col++)
      bricks.push(`M${col * 56 + (row % 2) * 28} ${row * 30 - 4}v26h52v-26z`);
  return (
    `<rect x="-60" y="-10" width="600" height="290" fill="#1b2a30"/>` +
    p.path(
      bricks
        .join('')
        .replace(
          /M(-?\d+) (-?\d+)v26h52v-26z/g,
          (_, x: string, y: string) => `M${x} ${y}V${Number(y) + 26}H${Number(x) + 52}V${y}Z`,
        ),
      { fill: '#24373e', shade: false, width: 1.2, stroke: '#14232a' },
    ) +
    p.path('M-60 206H540V290H-60Z', { fill: '#3a4a4c', shade: false }) +
    place(candle(p, 30), 44, 92, 1) +
    p.box(24, 92, 42, 7, { fill: woodShade, shade: false }) +
    `<circle cx="44" cy="44" r="80" fill="${gold}" opacity="0.1"/><circle cx="44" cy="46" r="44" fill="${flame}" opacity="0.12"/>` +
    grain(37, ink, 260)
  );
}

function ice(): string {
  return (
    sky(night[1], '#3a6f7a') +
    stars(41, 120) +
    moon(80, 50, 22) +
    p.path('M-60 150Q60 110 180 140Q300 108 420 138Q480 122 540 140V290H-60Z', {
      fill: '#4a7f8a',
      shade: false,
      width: 0,
    }) +
    fir(420, 172, 0.9) +
    fir(462, 180, 0.7) +
    fir(18, 174, 0.75) +
    p.path('M-60 168Q240 150 540 168V290H-60Z', { fill: '#bfe0e3', shade: false }) +
    p.path('M10 200L70 192M360 214L440 204M150 250L240 262M300 188L330 184', {
      stroke: '#f4f8f5',
      width: 3,
    }) +
    grain(43, ink, 220)
  );
}

const makers = { hills, parlour, hearth, page, roof, workshop, stage, cellar, ice };

export type Backdrop = keyof typeof makers;

const drawn = new Map<Backdrop, string>();

export function backdrop(name: Backdrop): string {
  const known = drawn.get(name);
  if (known !== undefined) return known;
  const fresh = makers[name]();
  drawn.set(name, fresh);
  return fresh;
}

/** Dark corners and a warm light, laid over everything. */
export function candlelight(name: Backdrop): string {
  const strength = name === 'page' ? 0.35 : 0.62;
  return `<radialGradient id="vignette" cx="0.5" cy="0.46" r="0.75"><stop offset="0.45" stop-color="#06151a" stop-opacity="0"/><stop offset="1" stop-color="#06151a" stop-opacity="${strength}"/></radialGradient><rect x="-60" y="-10" width="600" height="290" fill="url(#vignette)"/>`;
}
