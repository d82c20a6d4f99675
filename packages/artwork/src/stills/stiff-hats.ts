import { coal, cranberry, furShade, gold, parchment, pine, snow, wood } from '../drawing/palette.ts';
import { type Pen, place } from '../drawing/pen.ts';
import { candle, holly, hollyLeaf, mistletoe } from '../props/greens.ts';

export function antlers(p: Pen): string {
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

export function hollyCrown(p: Pen): string {
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

export function topHatMistletoe(p: Pen): string {
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

export function candleWreath(p: Pen): string {
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
