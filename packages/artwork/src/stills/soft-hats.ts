import type { Point } from '../drawing/flatten.ts';
import { coal, cranberry, gold, mittenBlue, pine, snow } from '../drawing/palette.ts';
import type { Pen } from '../drawing/pen.ts';

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

export function santaClassic(p: Pen): string {
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

export function floppyBell(p: Pen): string {
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

export function elfHat(p: Pen): string {
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

export function beanie(p: Pen): string {
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
