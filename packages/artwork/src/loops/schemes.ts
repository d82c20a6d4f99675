import { robin } from '../actors/robin.ts';
import { rugger } from '../actors/rugger.ts';
import { coal, cranberry, gold, snow, wood } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { clamp, key, part, wave } from '../drawing/time.ts';
import { dizzy, puff, sparks } from '../props/effects.ts';
import { coin, rug } from '../props/gifts.ts';
import { honeypot } from '../props/tools.ts';
import { shadow, soot } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const rugPull: Loop = {
  title: 'The Rugger pulls the rug he stands on',
  seconds: 3,
  ground: 'parlour',
  draw: (p, t) => {
    const turn = key(t, [
      [0.3, 0],
      [0.42, -104],
      [0.47, -82],
      [0.52, -90],
      [0.86, -90],
      [0.97, 0],
    ]);
    const hop = key(t, [
      [0.3, 0],
      [0.37, 34],
      [0.44, 0],
      [0.86, 0],
      [0.92, 26],
      [0.97, 0],
    ]);
    const rugX =
      key(t, [
        [0.28, 240],
        [0.42, 590],
      ]) -
      (t > 0.8
        ? key(t, [
            [0.8, 0],
            [0.8001, 700],
          ])
        : 0) +
      key(t, [
        [0.84, 0],
        [0.98, t > 0.8 ? 350 : 0],
      ]);
    const down = t > 0.4 && t < 0.9;
    const reach = key(t, [
      [0, 0],
      [0.14, 1],
      [0.3, 1],
      [0.36, 0],
    ]);
    const body = rugger(p, {
      mouth: down ? 'frown' : t > 0.28 && t < 0.4 ? 'oh' : 'grin',
      lid: down ? 0.6 : t > 0.28 && t < 0.4 ? 0 : 0.42,
      ears: down ? 0.9 : -0.2,
      leftHand: down ? [-60, -80] : [-46 + reach * 60, -50 + reach * 26 - hop],
      rightHand: down ? [58, -100] : [50 + reach * 14, -50 + reach * 26 - hop],
      leftFoot: down ? [-26, -6] : [-18, -4],
      look: [reach, reach * 0.5],
      nod: [reach * 10, reach * 10],
    });
    return (
      shadow(240, 244, 70) +
      place(
        rug(
          p,
          92,
          key(t, [
            [0.14, 0],
            [0.28, 1],
            [0.34, 0.4],
          ]),
        ),
        rugX,
        232,
      ) +
      place(
        body,
        240 +
          key(t, [
            [0.3, 0],
            [0.42, 40],
            [0.86, 40],
            [0.97, 0],
          ]),
        240 - hop - 30 * Math.sin((Math.abs(turn) * Math.PI) / 180),
        0.98,
        turn,
      ) +
      (t > 0.42 && t < 0.6
        ? place(puff(p, 30 * part(t, 0.42, 0.55), snow, 1 - part(t, 0.46, 0.6)), 180, 236)
        : '') +
      (down && t > 0.5 ? place(dizzy(p, part(t, 0.5, 0.88), 2), 128, 198) : '')
    );
  },
};

export const pumpAndPop: Loop = {
  title: 'Pump and dump',
  seconds: 3.2,
  poster: 0.5,
  ground: 'stage',
  draw: (p, t) => {
    const pumping = t < 0.56;
    const stroke = pumping ? 0.5 + 0.5 * wave(t, 5 / 0.56, -0.25) : 1;
    const size =
      t < 0.58
        ? 0.5 + Math.floor(clamp(t / 0.56) * 5 + 0.3) * 0.26 + 0.06 * wave(t, 12)
        : key(t, [
            [0.86, 0],
            [0.98, 0.5],
          ]);
    const boom = part(t, 0.58, 0.74);
    const dirty = key(t, [
      [0.58, 0],
      [0.6, 1],
      [0.84, 1],
      [0.94, 0],
    ]);
    const pose = { leftHand: [70, -70 - stroke * 34] as const, rightHand: [84, -70 - stroke * 34] as const };
    return (
      shadow(160, 246, 44) +
      place(
        rugger(p, {
          ...pose,
          mouth: dirty > 0.5 ? 'oh' : 'grin',
          lid: dirty > 0.5 ? 0 : 0.4,
          look: [0.9, dirty > 0.5 ? 0 : -0.5],
          ears: dirty > 0.5 ? 0.7 : 0,
          nod: [4, pumping ? (1 - stroke) * 10 : 0],
        }) + place(soot(dirty * 0.8), 4, 0),
        150,
        242,
        0.92,
      ) +
      place(
        p.path(`M0 -38V${-66 - stroke * 32}M-18 ${-66 - stroke * 32}H18`, { width: 6 }) +
          p.box(-13, -44, 26, 46, { fill: cranberry }, 3) +
          p.box(-26, -2, 52, 7, { fill: coal, shade: false }),
        222,
        242,
      ) +
      p.curve(
        [
          [234, 230],
          [270, 244],
          [310, 236],
          [336, 210],
        ],
        { width: 6, stroke: coal },
      ) +
      (size > 0.05
        ? place(
            p.path('M-8 0L8 0L0 -12Z', { fill: gold }) + place(coin(p, 44), 0, -50, [1, 1.04]),
            338,
            212,
            size,
            4 * wave(t, 4),
          )
        : '') +
      place(sparks(p, boom, 120, gold, 13), 338, 130) +
      (t > 0.58 && t < 0.74
        ? place(puff(p, 60 * part(t, 0.57, 0.64), snow, 1 - part(t, 0.62, 0.74)), 338, 136)
        : '')
    );
  },
};

export const honeypotStuck: Loop = {
  title: 'Stuck in his own honeypot',
  seconds: 2.6,
  ground: 'cellar',
  draw: (p, t) => {
    const tug = Math.max(0, wave(t, 3)) * (t < 0.7 ? 1 : 0);
    const tired = t > 0.74;
    return (
      shadow(300, 246, 60) +
      shadow(176, 246, 50) +
      place(
        rugger(p, {
          rightHand: [104 + tug * 16, -100],
          leftHand: tired ? [-44, -40] : [84 + tug * 14, -76],
          leftFoot: [-18, -4],
          rightFoot: [26 + tug * 8, -4],
          mouth: tired ? 'frown' : 'grit',
          lid: tired ? 0.7 : 0.2,
          blink: tug > 0.6 ? 1 : 0,
          look: [1, 0.2],
          ears: tired ? 0.9 : 0.2,
          tilt: -tug * 8,
        }),
        184 - tug * 14,
        242,
        0.95,
        -tug * 14,
      ) +
      place(p.box(-44, -50, 88, 52, { fill: wood }, 3), 304, 246) +
      place(honeypot(p), 304 - tug * 8, 198, [1 + tug * 0.02, 1 - tug * 0.05], -tug * 14) +
      place(
        robin(p, { beak: t > 0.3 && t < 0.72 ? Math.abs(wave(t, 6)) : 0, wing: 0.2 * tug }),
        404,
        246,
        0.9 * 1,
        0,
      )
    );
  },
};
