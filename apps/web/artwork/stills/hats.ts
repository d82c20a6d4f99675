import type { Point } from '../drawing/flatten.ts';
import {
  coal,
  cranberry,
  furShade,
  gold,
  mittenBlue,
  parchment,
  pine,
  snow,
  wood,
} from '../drawing/palette.ts';
import { type Pen, place } from '../drawing/pen.ts';
import { candle, holly, hollyLeaf, mistletoe } from '../props/greens.ts';
import { sticker } from './sticker.ts';

// Every hat is worn: its brim lies across the lower third of the picture and curves down in front, so that the
// wearer's forehead goes behind it, and nothing reaches below the brim.

const puffs = (y: number, deep: number, high: number): string => {
  const left = 66;
  const right = 446;
  const count = 7;
  const step = (right - left) / count;
  const sag = (x: number) => deep * (1 - ((x - 256) / 190) ** 2);
  let path = `M${left} ${y}`;
  for (let i = 0; i < count; i++) {
    const [x0, x1] = [left + i * step, left + (i + 1) * step];
    path += `Q${(x0 + x1) / 2} ${y - high * 1.5 + sag((x0 + x1) / 2)} ${x1} ${y - high * 0.3 + sag(x1)}`;
  }
  path += `Q${right + 26} ${y + high * 0.5} ${right - 4} ${y + high * 0.9}`;
  for (let i = count - 1; i >= 0; i--) {
    const [x0, x1] = [left + i * step, left + (i + 1) * step];
    path += `Q${(x0 + x1) / 2} ${y + high * 1.9 + sag((x0 + x1) / 2)} ${x0} ${y + high * 0.9 + sag(x0)}`;
  }
  return `${path}Q${left - 30} ${y + high * 0.4} ${left} ${y}Z`;
};

function santaClassic(p: Pen): string {
  return (
    p.path(
      'M86 352C84 200 160 84 288 84C392 84 452 172 462 268C430 214 404 216 402 258C402 300 416 330 424 352Q256 420 86 352Z',
      { fill: cranberry },
    ) +
    p.path('M288 110C340 112 388 150 404 204M150 300C156 240 180 190 214 158', {
      stroke: '#7f1326',
      width: 2.2,
    }) +
    p.oval(462, 292, 40, 39, { fill: snow }) +
    p.path('M440 296Q448 304 456 300M466 276Q476 278 478 288', { stroke: '#9fb6b6', width: 1.8 }) +
    p.path(puffs(346, 38, 40), { fill: snow }) +
    p.path('M130 392Q144 402 158 398M250 422Q264 430 280 424M366 398Q380 400 390 390', {
      stroke: '#9fb6b6',
      width: 1.8,
    })
  );
}

function floppyBell(p: Pen): string {
  return (
    p.path(
      'M92 356C92 250 132 120 250 100C348 84 398 136 372 184C350 226 420 240 452 300C424 292 400 296 386 290C380 316 410 336 420 358Q256 424 92 356Z',
      { fill: pine },
    ) +
    p.path('M300 150C330 160 334 190 316 216M140 310C148 260 164 220 190 190', {
      stroke: '#17492a',
      width: 2.4,
    }) +
    p.path(
      'M176 264L196 246L216 264L196 282ZM256 210L272 194L290 210L272 226ZM268 300L286 284L304 300L286 316Z',
      { fill: gold, width: 1.8 },
    ) +
    p.oval(456, 326, 33, 33, { fill: gold }) +
    p.path('M424 326Q456 340 488 324', { width: 2.4 }) +
    p.oval(455, 342, 6, 6, { fill: coal, shade: false, width: 0 }) +
    p.path('M455 344V358', { width: 2.6 }) +
    p.path(
      'M72 356C70 336 90 330 104 338Q256 396 408 338C424 332 442 338 440 358C440 382 420 390 404 394Q256 440 108 394C88 390 72 380 72 356Z',
      { fill: cranberry },
    ) +
    [110, 158, 208, 258, 308, 358, 404]
      .map((x) =>
        p.line(
          x - 7,
          358 + 30 * (1 - ((x - 256) / 190) ** 2),
          x + 5,
          382 + 30 * (1 - ((x - 256) / 190) ** 2),
          { stroke: '#f6ead0', width: 2.4 },
        ),
      )
      .join('')
  );
}

function elfHat(p: Pen): string {
  const ear = (s: number) =>
    p.path(
      `M${256 + s * 166} 352Q${256 + s * 206} 318 ${256 + s * 240} 330Q${256 + s * 226} 396 ${256 + s * 158} 404Z`,
      { fill: '#f3c79f' },
    ) +
    p.path(`M${256 + s * 182} 366Q${256 + s * 204} 346 ${256 + s * 222} 346`, {
      stroke: '#d99a70',
      width: 3,
    });
  const zig: Point[] = [];
  for (let i = 0; i <= 12; i++) {
    const x = 84 + (i / 12) * 344;
    zig.push([x, (i % 2 === 0 ? 372 : 418) + 26 * (1 - ((x - 256) / 172) ** 2)]);
  }
  return (
    ear(-1) +
    ear(1) +
    p.path(
      'M92 364C110 250 170 140 236 70C258 46 300 48 318 84C326 98 330 116 330 130C342 122 350 110 352 98C368 130 356 166 330 176C366 230 402 300 420 364Q256 420 92 364Z',
      { fill: pine },
    ) +
    [
      [176, 262],
      [236, 170],
      [256, 292],
      [330, 262],
    ]
      .map(([x = 0, y = 0]) => p.oval(x, y, 13, 13, { fill: gold, shade: false, width: 1.8 }))
      .join('') +
    p.oval(354, 82, 25, 25, { fill: gold }) +
    p.path('M330 82Q354 92 378 80', { width: 2 }) +
    p.polygon([[80, 346], [256, 384], [432, 346], ...zig.reverse()], { fill: cranberry }) +
    p.path('M92 362Q256 414 420 362', { stroke: gold, width: 3 })
  );
}

function antlers(p: Pen): string {
  const side = (s: number) => {
    const x = (v: number) => 256 + s * v;
    return (
      p.path(
        `M${x(84)} 318C${x(84)} 270 ${x(96)} 236 ${x(88)} 196C${x(84)} 172 ${x(68)} 160 ${x(74)} 144C${x(82)} 130 ${x(98)} 140 ${x(106)} 164C${x(118)} 150 ${x(120)} 120 ${x(116)} 92C${x(116)} 74 ${x(140)} 72 ${x(144)} 92C${x(148)} 124 ${x(146)} 148 ${x(138)} 172C${x(160)} 162 ${x(184)} 146 ${x(196)} 124C${x(206)} 110 ${x(226)} 120 ${x(220)} 138C${x(208)} 172 ${x(174)} 198 ${x(142)} 208C${x(132)} 246 ${x(124)} 280 ${x(122)} 318Z`,
        { fill: '#c9955c', shade: '#94653a' },
      ) +
      p.path(`M${x(98)} 250Q${x(106)} 246 ${x(114)} 250M${x(100)} 276Q${x(108)} 272 ${x(116)} 276`, {
        stroke: '#94653a',
        width: 2,
      }) +
      p.path(
        `M${x(126)} 330C${x(150)} 270 ${x(204)} 262 ${x(232)} 290C${x(222)} 330 ${x(180)} 352 ${x(138)} 352Z`,
        { fill: '#9a643a' },
      ) +
      p.path(
        `M${x(150)} 328C${x(166)} 300 ${x(196)} 292 ${x(214)} 298C${x(204)} 322 ${x(176)} 334 ${x(150)} 334Z`,
        { fill: '#e9b79a', shade: '#cf9277', width: 1.8 },
      )
    );
  };
  return (
    side(-1) +
    side(1) +
    p.path(
      'M76 404C92 330 170 304 256 304C342 304 420 330 436 404L408 410C392 356 330 340 256 340C182 340 120 356 104 410Z',
      { fill: cranberry },
    ) +
    [
      [122, 364],
      [166, 336],
      [346, 336],
      [390, 364],
    ]
      .map(([x = 0, y = 0]) => p.oval(x, y, 7, 7, { fill: snow, shade: false, width: 1.6 }))
      .join('') +
    place(holly(p, [-24, 204, -90]), 256, 322, 1.05)
  );
}

function beanie(p: Pen): string {
  const dome = 'M92 352C88 220 160 148 256 148C352 148 424 220 420 352Q256 412 92 352Z';
  const knit: string[] = [];
  for (let i = 0; i < 8; i++) {
    const x = 130 + i * 36;
    const y = 268 + 16 * (1 - ((x - 256) / 150) ** 2);
    knit.push(p.path(`M${x - 12} ${y - 8}L${x} ${y + 8}L${x + 12} ${y - 8}`, { stroke: snow, width: 3.4 }));
  }
  const ribs = Array.from({ length: 11 }, (_, i) => {
    const x = 92 + i * 32.8;
    const y = 336 + 42 * (1 - ((x - 256) / 184) ** 2);
    return p.line(x, y + 8, x, y + 48, { stroke: '#7f1326', width: 2.2 });
  });
  return (
    p.path(dome, { fill: mittenBlue }) +
    p.path('M106 268Q256 322 406 268L412 300Q256 352 100 300Z', { fill: '#25566a', shade: false, width: 2 }) +
    knit.join('') +
    p.path(
      'M150 214L160 228L170 214M210 190L220 204L230 190M282 190L292 204L302 190M342 214L352 228L362 214',
      { stroke: snow, width: 3 },
    ) +
    p.blob(
      [
        [204, 148],
        [190, 118],
        [202, 84],
        [232, 66],
        [262, 60],
        [292, 72],
        [316, 92],
        [320, 124],
        [304, 150],
        [256, 166],
      ],
      { fill: snow },
    ) +
    p.path('M226 92L232 106M262 84L260 100M292 104L282 114M214 126L228 128M256 128L262 142M296 138L286 134', {
      stroke: '#9fb6b6',
      width: 2.4,
    }) +
    p.path(
      'M72 352C70 330 84 326 98 330Q256 392 414 330C430 326 442 332 440 352L434 392C432 402 424 404 414 406Q256 454 98 406C88 404 80 402 78 392Z',
      { fill: cranberry },
    ) +
    ribs.join('')
  );
}

function hollyCrown(p: Pen): string {
  const spots = Array.from({ length: 11 }, (_, i) => {
    const a = Math.PI * (1.02 - (i / 10) * 1.04);
    return {
      x: 256 + Math.cos(a) * 164,
      y: 300 + Math.sin(a) * 66,
      turn: (i % 2 === 0 ? -62 : -118) + (i - 5) * 7,
    };
  });
  const under = spots.map((s, i) =>
    place(hollyLeaf(p), s.x, s.y + 4, 1.5, s.turn + (i % 2 === 0 ? 170 : -170) * 0.6),
  );
  const over = spots.map((s) => place(hollyLeaf(p), s.x, s.y, 1.65, s.turn));
  const berries = spots
    .filter((_, i) => i % 2 === 1)
    .map((s) =>
      place(
        p.oval(-11, 6, 13, 13, { fill: cranberry }) +
          p.oval(12, 8, 13, 13, { fill: cranberry }) +
          p.oval(0, -10, 13, 13, { fill: cranberry }) +
          p.oval(-4, -14, 3.5, 3, { fill: snow, width: 0 }),
        s.x,
        s.y + 4,
        1.1,
      ),
    );
  return (
    p.path('M76 300Q80 382 256 390Q432 382 436 300L420 296Q410 350 256 356Q102 350 92 296Z', { fill: wood }) +
    under.join('') +
    over.join('') +
    berries.join('')
  );
}

function topHatMistletoe(p: Pen): string {
  return (
    p.path('M128 330C134 240 122 150 108 92Q256 48 404 92C390 150 378 240 384 330Q256 380 128 330Z', {
      fill: coal,
    }) +
    p.path('M108 92Q256 140 404 92Q256 48 108 92Z', { fill: '#45424c', shade: false }) +
    p.path('M160 130C168 190 170 240 168 300', { stroke: '#5b5763', width: 7 }) +
    p.path('M131 274Q256 324 381 274L384 330Q256 380 128 330Z', { fill: cranberry }) +
    p.path(
      'M44 318C40 300 66 294 84 306Q140 342 256 346Q372 342 428 306C446 294 472 300 468 318C460 366 380 410 256 410C132 410 52 366 44 318Z',
      { fill: coal },
    ) +
    p.path('M70 326Q140 382 256 386', { stroke: '#5b5763', width: 4 }) +
    place(mistletoe(p), 352, 240, [1.75, 1.75], -12) +
    p.path('M352 240L334 222L330 250ZM352 240L372 224L374 252Z', { fill: gold, width: 2 })
  );
}

function candleWreath(p: Pen): string {
  const spots = [-150, -78, 0, 78, 150].map((dx) => ({ x: 256 + dx, y: 340 + 44 * (1 - (dx / 176) ** 2) }));
  const candles = spots.map((s, i) =>
    place(candle(p, i % 2 === 0 ? 92 : 106, true, i % 2 === 0 ? 0.4 : -0.4), s.x, s.y - 20, 1.5),
  );
  const sprigs = Array.from({ length: 15 }, (_, i) => {
    const dx = -182 + i * 26;
    const y = 352 + 42 * (1 - (dx / 190) ** 2);
    const turn = i % 3 === 0 ? -118 : i % 3 === 1 ? 62 : -40 + (i % 2) * 240;
    return place(
      p.path('M0 0Q14 -16 46 -8Q52 0 46 7Q18 12 0 0Z', {
        fill: i % 2 === 0 ? pine : '#3d8f56',
        shade: '#17492a',
      }),
      256 + dx,
      y,
      1.12,
      turn,
    );
  });
  const berries = [-160, -112, -38, 40, 114, 162].map((dx) =>
    p.oval(256 + dx, 362 + 42 * (1 - (dx / 190) ** 2), 11, 11, { fill: cranberry }),
  );
  return (
    p.path('M70 336Q90 300 256 298Q422 300 442 336Q420 322 256 322Q92 322 70 336Z', { fill: pine }) +
    candles.join('') +
    p.path(
      'M64 346C70 330 90 334 100 344Q180 386 256 386Q332 386 412 344C422 334 442 330 448 346C444 384 340 424 256 424C172 424 68 384 64 346Z',
      { fill: pine },
    ) +
    sprigs.join('') +
    berries.join('') +
    p.path('M256 404L222 388V424ZM256 404L290 388V424Z', { fill: cranberry }) +
    p.oval(256, 405, 10, 11, { fill: cranberry }) +
    p.path('M248 418L236 438M264 418L276 438', { stroke: furShade, width: 0.1 }) +
    p.path('M80 350Q90 362 102 366', { stroke: parchment, width: 1.2 })
  );
}

/** File name to picture: each 512 × 512, transparent, brim in the lower third. */
export const hats: Readonly<Record<string, () => string>> = {
  'hat-1-santa-classic': () => sticker(2.2, 15, santaClassic),
  'hat-2-floppy-bell': () => sticker(2.2, 15, floppyBell),
  'hat-3-elf': () => sticker(2.2, 15, elfHat),
  'hat-4-antlers': () => sticker(2.2, 15, antlers),
  'hat-5-beanie': () => sticker(2.2, 15, beanie),
  'hat-6-holly-crown': () => sticker(2, 15, hollyCrown),
  'hat-7-top-hat-mistletoe': () => sticker(2.2, 15, topHatMistletoe),
  'hat-8-candle-wreath': () => sticker(2, 15, candleWreath),
};
