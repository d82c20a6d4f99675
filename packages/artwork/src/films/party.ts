import { elf, nettle, pip } from '../actors/elf.ts';
import { sausage } from '../actors/gentry.ts';
import { robin } from '../actors/robin.ts';
import { santa } from '../actors/santa.ts';
import type { Point } from '../drawing/flatten.ts';
import { cranberry, flame, gold, ink, pine, snow, stone } from '../drawing/palette.ts';
import { type Pen, place } from '../drawing/pen.ts';
import { wave } from '../drawing/time.ts';
import { coin } from '../props/gifts.ts';
import { snowfall } from '../scenes/stagecraft.ts';
import type { Shot } from './shot.ts';

// Everything here dances to two beats per second; `now` is in seconds.

export const beat = (now: number, times = 1, phase = 0): number => wave(now * 2, times / 2, phase);

/** Coloured beams from the ceiling. */
export function beams(now: number): string {
  return [cranberry, gold, '#5fae74', '#7fc0cf', flame]
    .map((colour, i) => {
      const x = 40 + i * 100;
      const swing = 80 * Math.sin(now * (1.3 + i * 0.2) + i * 1.7);
      return `<path d="M${x} -10L${(x + swing - 46).toFixed(1)} 260H${(x + swing + 46).toFixed(1)}Z" fill="${colour}" opacity="0.13"/>`;
    })
    .join('');
}

/** A Christmas bauble that is also a disco ball, hanging at x. */
export function discoBall(p: Pen, x: number, y: number, r: number, now: number): string {
  const tiles: string[] = [];
  for (let row = -2; row <= 2; row++) {
    const half = Math.sqrt(1 - (row / 3) ** 2) * r;
    tiles.push(
      p.path(`M${-half} ${(row * r) / 3}Q0 ${(row * r) / 3 + 5} ${half} ${(row * r) / 3}`, {
        width: 1.4,
        stroke: '#5b6f76',
      }),
    );
  }
  for (let i = 0; i < 5; i++) {
    const along = ((i / 5 + now * 0.4) % 1) * 2 - 1;
    tiles.push(p.path(`M0 ${-r}Q${along * r * 2} 0 0 ${r}`, { width: 1.4, stroke: '#5b6f76' }));
  }
  const glints = [0, 1, 2, 3].map(
    (i) =>
      `<circle cx="${(Math.sin(now * 3 + i * 2) * r * 0.6).toFixed(1)}" cy="${(Math.cos(i * 5 + now) * r * 0.6).toFixed(1)}" r="${(2 + 2 * Math.abs(Math.sin(now * 5 + i))).toFixed(1)}" fill="#ffffff"/>`,
  );
  return place(
    p.line(0, -y - 20, 0, -r, { width: 2.4 }) +
      p.oval(0, 0, r, r, { fill: '#cfdfe3', shade: '#93aab2' }) +
      tiles.join('') +
      glints.join('') +
      p.box(-9, -r - 9, 18, 12, { fill: gold }, 2),
    x,
    y,
  );
}

/** Hands for a dancer: up and down in turn. */
export function danceHands(
  now: number,
  high: number,
  wide: number,
  phase = 0,
): { leftHand: Point; rightHand: Point } {
  const b = beat(now, 1, phase);
  return { leftHand: [-wide, -high - b * 36], rightHand: [wide, -high + b * 36] };
}

export function danceFeet(now: number, wide: number, phase = 0): { leftFoot: Point; rightFoot: Point } {
  const b = beat(now, 1, phase);
  return { leftFoot: [-wide, -4 - Math.max(0, b) * 14], rightFoot: [wide, -4 - Math.max(0, -b) * 14] };
}

/** A gold chain with a coin, worn by a Santa drawn at (0, 0). */
export function chain(p: Pen, swing: number): string {
  return (
    p.curve(
      [
        [-36, -128],
        [-22, -96],
        [swing * 4, -84],
        [22, -96],
        [36, -128],
      ],
      { stroke: ink, width: 8 },
    ) +
    p.curve(
      [
        [-36, -128],
        [-22, -96],
        [swing * 4, -84],
        [22, -96],
        [36, -128],
      ],
      { stroke: gold, width: 4.6 },
    ) +
    place(coin(p, 15), swing * 6, -74, 1, swing * 12)
  );
}

/** A microphone held at (0, 0), its head up. */
export function microphone(p: Pen): string {
  return (
    p.limb([0, 22], [0, -4], 0, 7, '#2e2c33') +
    p.oval(0, -12, 9, 10, { fill: stone }) +
    p.path('M-8 -12H8M0 -21V-3', { width: 1.4 })
  );
}

/** Coins that rain in an endless loop. */
export function coinRain(p: Pen, now: number, count = 12): string {
  return Array.from({ length: count }, (_, i) => {
    const x = (i * 97 + 31) % 480;
    const y = ((i * 61 + now * (90 + (i % 4) * 22)) % 330) - 30;
    return place(coin(p, 9 + (i % 3) * 2, Math.sin(now * 6 + i)), x, y);
  }).join('');
}

/** Two turntables on a present-papered desk, standing on y = 0. */
export function decks(p: Pen, now: number): string {
  const record = (x: number) =>
    place(
      p.oval(0, 0, 26, 9, { fill: '#2e2c33' }) +
        p.oval(0, 0, 8, 3, { fill: gold, shade: false, width: 1.4 }) +
        p.line(0, 0, 20 * Math.cos(now * 6), 7 * Math.sin(now * 6), { stroke: snow, width: 1.4 }),
      x,
      -58,
    );
  return (
    p.box(-80, -56, 160, 56, { fill: cranberry }, 3) +
    p.box(-12, -56, 24, 56, { fill: gold, shade: false, width: 2 }) +
    p.box(-86, -64, 172, 12, { fill: pine }, 3) +
    record(-40) +
    record(40)
  );
}

export const ensemble: Shot['draw'] = (p, _, now) =>
  snowfall((now / 3) % 1, 20) +
  place(elf(p, pip, { ...danceHands(now, 90, 46), mouth: 'open' }), 56, 264, 0.5) +
  place(sausage(p, { leftHand: [-54, -110 + 10 * beat(now)], wink: now % 2 > 1.4 }), 124, 264, 0.46) +
  place(santa(p, { rightHand: [84, -120 + 8 * beat(now)], mouth: 'laugh' }), 404, 268, 0.42) +
  place(elf(p, nettle, { ...danceHands(now, 100, 46, 0.5), mouth: 'open' }), 330, 264, 0.4) +
  place(robin(p, { beak: Math.max(0, beat(now, 2)) }), 460, 264, 0.6);

export const swagger = (p: Pen, now: number): string =>
  place(
    santa(p, {
      ...danceFeet(now, 28),
      leftHand: [-82 - 6 * beat(now), -84 + 18 * beat(now)],
      rightHand: [82 - 6 * beat(now), -84 - 18 * beat(now)],
      cool: true,
      mouth: 'smile',
      tilt: 7 * beat(now, 1, 0.1),
      nod: [4 * beat(now), Math.abs(beat(now)) * 4],
      tip: [6 * beat(now, 1, 0.3), 4],
    }) + chain(p, beat(now, 1, 0.2)),
    0,
    0,
    1,
    4 * beat(now),
  );
