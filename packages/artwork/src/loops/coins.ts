import { robin } from '../actors/robin.ts';
import { rugger } from '../actors/rugger.ts';
import { santa } from '../actors/santa.ts';
import { coal, cranberry, gold, ink, snow, stone, wood } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { puff, sparks } from '../props/effects.ts';
import { coin } from '../props/gifts.ts';
import { candle, candleFlame } from '../props/greens.ts';
import { shadow, snowfall, stride } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const burningCoin: Loop = {
  title: 'A coin goes up in the candle, Santa approves',
  seconds: 3,
  poster: 0.46,
  ground: 'parlour',
  draw: (p, t) => {
    const y = key(t, [
      [0.08, -30],
      [0.4, 92],
      [0.46, 104],
    ]);
    const flare = key(t, [
      [0.38, 0],
      [0.48, 1],
      [0.6, 0.8],
      [0.8, 0],
    ]);
    const glow = 0.1 + flare * 0.22;
    const flick = wave(t, 5) * 0.8;
    return (
      `<circle cx="318" cy="120" r="${(90 + flare * 60).toFixed(1)}" fill="${gold}" opacity="${glow.toFixed(2)}"/>` +
      shadow(140, 248, 70) +
      place(
        santa(p, {
          look: [0.9, flare > 0.2 ? -0.4 : 0],
          shine: flare > 0.35,
          mouth: flare > 0.3 ? 'laugh' : 'smile',
          brow: -flare,
          rightHand: [74, -96 - flare * 30],
          leftHand: [-72, -64],
        }),
        140,
        250,
        0.88,
      ) +
      shadow(318, 246, 50) +
      place(
        p.path('M-44 0Q0 14 44 0L36 -10Q0 0 -36 -10Z', { fill: gold }) + candle(p, 84, false),
        318,
        242,
        1.1,
      ) +
      (t > 0.05 && t < 0.5 ? place(coin(p, 17, wave(t, 5)), 318, y, 1 - part(t, 0.42, 0.5) * 0.8) : '') +
      place(candleFlame(p, flick), 318, 143, [1.2 + flare * 0.9, 1.2 + flare * 1.5]) +
      place(sparks(p, part(t, 0.42, 0.68), 78, '#ffe7b0', 11), 318, 96) +
      (t > 0.55
        ? place(
            puff(p, 8 + 18 * part(t, 0.55, 0.95), '#9fb0b2', 0.7 * (1 - part(t, 0.6, 0.96))),
            318 + 8 * wave(t, 2),
            70 - 60 * part(t, 0.55, 1),
          )
        : '')
    );
  },
};

export const candleChart: Loop = {
  title: 'A chart of real candles, until someone blows',
  seconds: 3.4,
  ground: 'page',
  draw: (p, t) => {
    const candles = Array.from({ length: 7 }, (_, i) => {
      const dead = t > 0.34 + (6 - i) * 0.045 && t < 0.84 + i * 0.016;
      const x = 92 + i * 34;
      const high = [34, 50, 44, 68, 60, 88, 104][i] ?? 40;
      const since = part(t, 0.34 + (6 - i) * 0.045, 0.6 + (6 - i) * 0.045);
      return (
        place(candle(p, high, !dead, wave(t, 5, i / 5), dead ? cranberry : '#5fae74'), x, 214) +
        (dead && since < 1
          ? place(puff(p, 4 + 7 * since, '#8d9a9c', 0.8 * (1 - since)), x, 200 - high - 34 * since)
          : '')
      );
    });
    const blow = t > 0.3 && t < 0.64;
    return (
      p.path('M66 34V216H334', { width: 4 }) +
      p.path('M66 34L60 46M66 34L72 46M334 216L322 210M334 216L322 222', { width: 4 }) +
      candles.join('') +
      (blow
        ? [0, 1, 2]
            .map((i) =>
              p.curve(
                [
                  [360, 116 + i * 16],
                  [330 - 30 * part(t, 0.3, 0.4), 108 + i * 16],
                  [300 - 160 * part(t, 0.32, 0.6), 118 + i * 18],
                ],
                { stroke: '#7fa3a8', width: 3 },
              ),
            )
            .join('')
        : '') +
      place(
        rugger(p, {
          look: [-0.9, 0],
          mouth: blow ? 'pucker' : 'grin',
          lid: blow ? 0.1 : 0.42,
          leftHand: [-52, blow ? -60 : -96],
          rightHand: [46, -54],
          tilt: blow ? -8 : 4 * wave(t, 1),
          nod: [blow ? -10 : 0, 0],
        }),
        408,
        262,
        1.05,
      )
    );
  },
};

export const coinRuns: Loop = {
  title: 'The coin has legs',
  seconds: 2.8,
  ground: 'hills',
  draw: (p, t) => {
    const swipe = key(t, [
      [0.3, 0],
      [0.4, 1],
      [0.62, 1],
      [0.76, 0],
    ]);
    const jump = key(t, [
      [0.3, 0],
      [0.42, 1],
      [0.56, 0],
    ]);
    const run = wave(t, 8);
    const face =
      p.oval(-6, -4, 2.6, 4, { fill: ink, width: 0 }) +
      p.oval(8, -4, 2.6, 4, { fill: ink, width: 0 }) +
      p.path('M-7 7Q1 14 10 6', { width: 2.4 });
    const legs =
      p.limb([-8, 22], [-8 + 15 * run, 42 - Math.max(0, run) * 8], 0, 4, coal) +
      p.limb([8, 22], [8 - 15 * run, 42 + Math.min(0, run) * 8], 0, 4, coal);
    const arms =
      p.limb([-24, 0], [-38, -12 + 8 * run], 0, 4, coal) + p.limb([24, 0], [40, -10 - 8 * run], 0, 4, coal);
    return (
      shadow(330, 246, 30 * (1 - jump * 0.5)) +
      shadow(140, 246, 44) +
      place(
        rugger(p, {
          ...stride(t, 6, 20),
          rightHand: [62 + swipe * 12, -112 + swipe * 56],
          leftHand: [44 + swipe * 12, -92 + swipe * 50],
          look: [1, 0.2],
          mouth: swipe > 0.6 && t > 0.44 ? 'grit' : 'grin',
          lid: 0.25,
          ears: 0.3,
        }),
        142 + swipe * 20,
        242 - Math.abs(wave(t, 6)) * 5,
        0.92,
        swipe * 14,
      ) +
      place(
        p.limb([0, 0], [0, -96], 0, 6, wood) +
          p.path('M-30 -122Q-34 -180 0 -186Q34 -180 30 -122Z', { fill: '#d7eef0', opacity: 0.5 }) +
          p.path('M-18 -124L-10 -178M0 -124V-184M18 -124L10 -178M-28 -140H28M-24 -160H24', { width: 1.4 }) +
          p.oval(0, -120, 32, 12, { stroke: stone, width: 5 }),
        186 + swipe * 36,
        160 + swipe * 44,
        0.86,
        18 + swipe * 72,
      ) +
      place(
        arms + legs + coin(p, 27).replace(/<path d="[^"]*" fill="#b9791a"\/>/, '') + face,
        336 + 16 * wave(t, 1),
        200 - jump * 108 - Math.abs(run) * 4,
        1,
        jump * 360,
      ) +
      (t > 0.4 && t < 0.52
        ? place(puff(p, 22 * part(t, 0.38, 0.46), snow, 1 - part(t, 0.44, 0.52)), 330, 232)
        : '') +
      snowfall(t, 14)
    );
  },
};

export const robinTakesCoin: Loop = {
  title: 'A robin takes back a coin',
  seconds: 3.2,
  poster: 0.34,
  ground: 'hills',
  draw: (p, t) => {
    const bx = key(t, [
      [0.08, 540],
      [0.36, 268],
      [0.44, 268],
      [0.7, -70],
    ]);
    const by = key(t, [
      [0.08, 40],
      [0.36, 132],
      [0.44, 128],
      [0.7, 20],
    ]);
    const gone = t > 0.42;
    const back = key(t, [
      [0.84, 0],
      [0.96, 1],
    ]);
    const sad = gone && t < 0.84;
    return (
      shadow(200, 246, 46) +
      place(
        rugger(p, {
          rightHand: [64, -106 + (sad ? 10 : 3 * wave(t, 3))],
          leftHand: t > 0.8 && t < 0.9 ? [-24, -62] : [-46, -56],
          look: [gone && t < 0.6 ? -0.9 : 0.9, gone && t < 0.6 ? -0.9 : 0.1],
          mouth: sad ? (t < 0.6 ? 'oh' : 'frown') : 'grin',
          lid: sad ? (t < 0.6 ? 0 : 0.6) : 0.3,
          ears: sad ? 0.8 : -0.2,
        }),
        200,
        242,
        0.96,
      ) +
      (!gone || back > 0
        ? place(
            coin(p, 17, gone ? back : 0.7 + 0.3 * wave(t, 3)),
            263,
            120 - (gone ? 24 * Math.sin(back * Math.PI) : 0),
          )
        : '') +
      (gone && t < 0.72 ? place(coin(p, 15), bx - 44, by + 2) : '') +
      place(
        robin(p, { wing: 0.5 + 0.5 * wave(t, 14), beak: gone ? 0.2 : 0.7 }),
        bx,
        by + 46,
        [-1, 1],
        gone ? 8 : -6,
      ) +
      snowfall(t, 16)
    );
  },
};
