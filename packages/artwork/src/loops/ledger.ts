import { elf, pip } from '../actors/elf.ts';
import { rugger } from '../actors/rugger.ts';
import { santa } from '../actors/santa.ts';
import { lettering } from '../drawing/lettering.ts';
import { cranberry, goblin, ink, parchment, pine, skin, snow, wood } from '../drawing/palette.ts';
import { type Pen, place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { scribble, sparks } from '../props/effects.ts';
import { quill } from '../props/tools.ts';
import { shadow, stride } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

function santaHand(p: Pen, x: number, y: number): string {
  return (
    p.limb([x + 190, y + 150], [x + 34, y + 34], 4, 62, cranberry) +
    p.limb([x + 50, y + 48], [x + 32, y + 30], 0, 66, snow) +
    place(quill(p), x, y, 1.15, 4) +
    p.path(
      `M${x + 4} ${y + 4}C${x - 2} ${y - 18} ${x + 16} ${y - 30} ${x + 34} ${y - 18}C${x + 58} ${y - 10} ${x + 58} ${y + 30} ${x + 36} ${y + 38}C${x + 18} ${y + 44} ${x + 8} ${y + 24} ${x + 4} ${y + 4}Z`,
      { fill: pine },
    ) +
    p.path(`M${x + 6} ${y + 6}Q${x + 20} ${y - 6} ${x + 32} ${y + 2}`, { width: 2.2 })
  );
}

export const crossedOut: Loop = {
  title: 'Santa crosses out a line in the ledger',
  seconds: 3,
  poster: 0.5,
  ground: 'page',
  draw: (p, t) => {
    const rows = ['Fake Santa', 'Pump & Dump', 'The Rugger', 'Boot Phisher'];
    const along = key(t, [
      [0.24, 0],
      [0.44, 1],
    ]);
    const fade = 1 - part(t, 0.86, 0.97);
    const x = key(t, [
      [0, 360],
      [0.2, 92],
      [0.44, 300],
      [0.54, 316],
      [0.8, 360],
    ]);
    const y =
      key(t, [
        [0, 210],
        [0.2, 152],
        [0.44, 142],
        [0.54, 154],
        [0.8, 210],
      ]) + (t > 0.44 ? 3 * wave(t, 2) : 0);
    return (
      rows
        .map((row, i) => `<path d="${lettering(row, 80, 62 + i * 52, 38, 'start').data}" fill="#3a2416"/>`)
        .join('') +
      p.path('M72 50Q160 44 296 52', { stroke: cranberry, width: 6 }) +
      p.path('M72 104Q190 96 320 102', { stroke: cranberry, width: 6 }) +
      (along > 0.02 && fade > 0.02
        ? `<g opacity="${fade.toFixed(2)}">${p.path(`M88 156Q${88 + along * 110} 146 ${88 + along * 212} ${156 - along * 14}`, { stroke: cranberry, width: 6.5 })}</g>`
        : '') +
      (t > 0.44 && t < 0.62 ? place(sparks(p, part(t, 0.44, 0.6), 30, cranberry, 7), 304, 142) : '') +
      santaHand(p, x, y)
    );
  },
};

export const stampedNaughty: Loop = {
  title: 'Stamped',
  seconds: 2.8,
  poster: 0.7,
  ground: 'page',
  draw: (p, t) => {
    const slide =
      t > 0.8
        ? key(t, [
            [0.8, 0],
            [0.92, -430],
          ])
        : 0;
    const fresh =
      t > 0.84
        ? key(t, [
            [0.84, 430],
            [0.98, 0],
          ])
        : 430;
    const down = key(t, [
      [0.2, 0],
      [0.34, 1.05],
      [0.38, 1],
      [0.48, 1],
      [0.62, 0],
    ]);
    const marked = t > 0.35;
    const sheetOf = (stamped: boolean) =>
      p.box(-110, -112, 220, 226, { fill: '#fffaf0', shade: '#e6d6ae' }, 3) +
      p.box(-48, -98, 96, 96, { fill: '#7fa3a8', shade: false, width: 2 }, 2) +
      `<g transform="translate(0 62) scale(0.7)">${p.path('M-30 -148Q-60 -172 -66 -142Q-56 -120 -32 -112ZM30 -148Q60 -172 66 -142Q56 -120 32 -112Z', { fill: goblin })}${p.oval(0, -128, 40, 42, { fill: goblin })}${p.oval(-15, -138, 10, 11, { fill: '#ffe58a', shade: false })}${p.oval(16, -138, 10, 11, { fill: '#ffe58a', shade: false })}${p.oval(-13, -136, 3.5, 4, { fill: ink, width: 0 })}${p.oval(18, -136, 3.5, 4, { fill: ink, width: 0 })}${p.path(stamped ? 'M-16 -98Q2 -112 20 -99' : 'M-20 -110Q0 -94 22 -112', {})}</g>` +
      [22, 42, 62, 82].map((y, i) => scribble(p, -84, y, i === 3 ? 96 : 166, '#4a3020', 1.8)).join('') +
      (stamped
        ? place(
            `${p.box(-96, -30, 192, 58, { stroke: cranberry, width: 5 }, 8)}<path d="${lettering('NAUGHTY', 0, 14, 42).data}" fill="${cranberry}"/>`,
            4,
            34,
            1,
            -13,
          )
        : '');
    const stamp =
      p.box(-74, -26, 148, 26, { fill: wood }, 5) +
      p.path('M-16 -26C-18 -60 -30 -70 -26 -92C-20 -108 20 -108 26 -92C30 -70 18 -60 16 -26Z', {
        fill: cranberry,
      }) +
      p.box(-70, -2, 140, 8, { fill: '#5a1620', shade: false }, 2);
    return (
      (t < 0.94 ? place(sheetOf(marked), 240 + slide, 140, 1, -2) : '') +
      (fresh < 420 ? place(sheetOf(false), 240 + fresh, 140, 1, -2) : '') +
      place(
        p.limb([40, -250], [4, -92], 0, 46, pine) + stamp + p.oval(2, -96, 34, 24, { fill: snow }),
        250,
        -40 + down * 216,
        1,
        -13 * down,
      ) +
      (t > 0.34 && t < 0.48 ? place(sparks(p, part(t, 0.34, 0.48), 130, '#a98a54', 13), 246, 176) : '')
    );
  },
};

export const magnifier: Loop = {
  title: 'An elf looks closely',
  seconds: 2.6,
  ground: 'workshop',
  draw: (p, t) => {
    const x = 240 + 74 * wave(t, 1);
    const look = -wave(t, 1);
    const blink = t > 0.48 && t < 0.54 ? 1 : 0;
    const lens =
      p.limb([38, 42], [92, 112], 0, 15, wood) +
      p.oval(0, 0, 56, 56, { fill: '#d7eef0', shade: '#a9cfd4' }) +
      p.oval(0, 0, 44, 44, { fill: skin, shade: false, width: 0 }) +
      p.oval(0, 0, 36, blink ? 4 : 34, { fill: snow, shade: false }) +
      (blink
        ? ''
        : p.oval(look * 8, 2, 19, 20, { fill: '#2f7a45', shade: false, width: 2 }) +
          p.oval(look * 9, 2, 11, 12, { fill: ink, width: 0 }) +
          p.oval(look * 9 - 5, -4, 4, 4, { fill: snow, width: 0 })) +
      p.oval(0, 0, 56, 56, { stroke: '#a86f12', width: 8 }) +
      p.path('M-40 -20Q-32 -38 -14 -42', { stroke: '#ffffff', width: 5 });
    return (
      place(
        elf(p, pip, {
          look: [-look, 0],
          turn: wave(t, 1) * 0.8,
          tilt: 5 * wave(t, 1),
          leftHand: [-44, -36],
          rightHand: [40, -38],
          mouth: 'open',
          tip: [-8 * wave(t, 1), 6],
        }),
        236 + 12 * wave(t, 1),
        330,
        1.75,
      ) + place(lens, x - 10, 146, 0.92)
    );
  },
};

export const scrollRoller: Loop = {
  title: 'The list keeps rolling',
  seconds: 2.4,
  ground: 'parlour',
  draw: (p, t) => {
    const lines = Array.from({ length: 14 }, (_, i) => {
      const x = ((i * 26 - t * 26 * 5 + 1040) % 364) + 96;
      return x < 372
        ? p.path(`M${x} ${214}Q${x + 3} 208 ${x + 6} 214Q${x + 9} 220 ${x + 12} 213`, {
            stroke: i % 4 === 0 ? cranberry : '#4a3020',
            width: 2.4,
          })
        : '';
    });
    return (
      shadow(380, 248, 70) +
      p.path('M96 200H392V228H96Z', { fill: parchment, shade: false }) +
      lines.join('') +
      place(
        santa(p, {
          rightHand: [66, -62],
          leftHand: [-70, -92],
          look: [0.9, 0.1],
          mouth: 'laugh',
          tilt: 3 * wave(t, 2),
        }),
        66,
        252,
        0.86,
      ) +
      p.oval(386, 200, 44, 44, { fill: '#ebd9b1' }) +
      place(
        p.path('M0 -32C24 -32 32 -10 30 4C26 24 0 30 -14 20C-26 8 -20 -12 -4 -14C8 -14 14 0 6 6', {
          width: 3,
        }),
        386,
        200,
        1,
        720 * t,
      ) +
      place(
        rugger(p, {
          ...stride(t, 6, 22),
          leftHand: [-58, -110 + 22 * wave(t, 3)],
          rightHand: [58, -110 - 22 * wave(t, 3)],
          look: [-0.4, 1],
          mouth: 'oh',
          lid: 0,
          ears: -0.5 + 0.4 * wave(t, 3),
          tilt: 6 * wave(t, 3),
        }),
        384 + 5 * wave(t, 3),
        158 - Math.abs(wave(t, 6)) * 4,
        0.66,
        7 * wave(t, 3, 0.1),
      )
    );
  },
};
