import { rugger } from '../actors/rugger.ts';
import { lettering } from '../drawing/lettering.ts';
import { cranberry, gold, ink, parchment, snow, wood, woodShade } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { boot, wallet } from '../props/tools.ts';
import { chimney, shadow, snowfall } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const walletFlies: Loop = {
  title: 'A wallet grows wings and leaves by the chimney',
  seconds: 2.8,
  poster: 0.56,
  ground: 'roof',
  draw: (p, t) => {
    const rise = key(t, [
      [0.14, 70],
      [0.26, 18],
      [0.36, 24],
      [0.9, -290],
    ]);
    const flap = wave(t, 9);
    const sad = t > 0.44 && t < 0.94;
    return (
      place(
        wallet(p, t > 0.2 ? flap : 0.9),
        316 + (t > 0.3 ? 12 * wave(t, 3) : 0),
        122 + rise + 5 * flap,
        1.15,
        5 * wave(t, 3),
      ) +
      [0, 1, 2]
        .map((i) =>
          t > 0.34 + i * 0.1 && t < 0.72 + i * 0.1
            ? place(
                p.path('M0 0Q6 -4 12 0Q6 6 0 0Z', { fill: snow, width: 1.4 }),
                300 + i * 14,
                110 + 90 * part(t, 0.34 + i * 0.1, 0.72 + i * 0.1),
                1,
                200 * t,
              )
            : '',
        )
        .join('') +
      place(chimney(p, 46), 316, 144) +
      shadow(160, 214, 42) +
      place(
        rugger(p, {
          look: [0.8, sad ? -1 : -0.3],
          leftHand: sad ? [-40, -170] : [-46, -50],
          rightHand: sad ? [64, -176 - 6 * wave(t, 6)] : [56, -90],
          mouth: sad ? 'oh' : 'grin',
          lid: sad ? 0 : 0.3,
          ears: sad ? 0.5 : 0,
        }),
        166,
        212 - (sad ? Math.abs(wave(t, 5)) * 10 : 0),
        0.84,
      ) +
      snowfall(t, 18)
    );
  },
};

export const phishedBoot: Loop = {
  title: 'Phishing catches a boot',
  seconds: 3.4,
  ground: 'ice',
  draw: (p, t) => {
    const pull = key(t, [
      [0.3, 0],
      [0.36, 0.12],
      [0.42, 0.02],
      [0.56, 1],
      [0.84, 1],
      [0.98, 0],
    ]);
    const sad = t > 0.56 && t < 0.92;
    const tipX = 292 - pull * 14;
    const tipY = 96 - pull * 26 + (pull < 0.2 && t > 0.3 ? 8 * wave(t, 12) : 0);
    const hookY = 232 - pull * 92;
    const swing = sad ? 12 * wave(t, 4) : 0;
    return (
      p.oval(298, 228, 58, 15, { fill: '#123a47', shade: '#0a2430' }) +
      p.oval(298, 230, 44, 9, { fill: '#1d5563', width: 0 }) +
      shadow(140, 248, 60) +
      place(p.box(-34, -34, 68, 36, { fill: wood }, 2) + p.path('M-34 -16H34', { width: 2 }), 130, 248) +
      place(
        rugger(p, {
          leftFoot: [-6, 16],
          rightFoot: [34, 16],
          leftHand: [26, -66 - pull * 12],
          rightHand: [50, -76 - pull * 20],
          mouth: sad ? 'frown' : pull > 0.1 ? 'oh' : 'grin',
          lid: sad ? 0.62 : 0.3,
          look: [0.9, sad ? 0.3 : 0.6],
          ears: sad ? 0.9 : 0,
          tilt: -pull * 5,
        }),
        128,
        222,
        0.86,
        -pull * 7,
      ) +
      p.curve(
        [
          [166, 170 - pull * 16],
          [220, 138 - pull * 30],
          [tipX, tipY],
        ],
        { width: 6, stroke: woodShade },
      ) +
      p.line(tipX, tipY, 298, hookY - 22, { width: 1.4, stroke: snow }) +
      `<clipPath id="water"><path d="M200 -20H400V230Q298 246 200 230Z"/></clipPath><g clip-path="url(#water)">${place(boot(p), 298, hookY - 22, 1, swing)}</g>` +
      (t > 0.45 && t < 0.62 ? place(sparks(p, part(t, 0.45, 0.62), 56, '#d7eef0'), 298, 222) : '') +
      snowfall(t, 14)
    );
  },
};

export const seedPhrase: Loop = {
  title: 'He planted somebody else’s seed phrase',
  seconds: 3.4,
  ground: 'workshop',
  draw: (p, t) => {
    const grow = key(t, [
      [0.1, 0.12],
      [0.5, 1],
      [0.86, 1],
      [0.97, 0.12],
    ]);
    const bite = key(t, [
      [0.54, 0],
      [0.58, 1],
      [0.8, 1],
      [0.84, 0],
    ]);
    const top = [318 - bite * 66, 212 - grow * 120 + bite * 10] as const;
    const jaw = 12 * (bite > 0.5 ? 0.3 : 1) * (0.5 + 0.5 * Math.abs(wave(t, 3)));
    const flower =
      [0, 60, 120, 180, 240, 300]
        .map((a) => place(p.oval(0, -26, 12, 16, { fill: cranberry }), 0, 0, 1, a))
        .join('') +
      p.oval(0, 0, 25, 25, { fill: gold }) +
      p.oval(-8, -7, 3.4, 4.6, { fill: ink, width: 0 }) +
      p.oval(8, -7, 3.4, 4.6, { fill: ink, width: 0 }) +
      p.path('M-14 -14L-4 -11M14 -14L4 -11', { width: 2.6 }) +
      p.path(`M-14 4Q0 ${4 + jaw} 14 4Q0 ${4 + jaw * 2.2} -14 4Z`, { fill: '#5a1620', shade: false });
    const ouch = bite > 0.3;
    return (
      shadow(318, 246, 44) +
      shadow(168, 246, 46) +
      place(
        rugger(p, {
          rightHand: ouch ? [56, -150] : [72, -96],
          leftHand: ouch ? [-58, -150] : [-46, -54],
          mouth: ouch ? 'oh' : 'grin',
          lid: ouch ? 0 : 0.4,
          look: [1, ouch ? 0 : -0.2],
          ears: ouch ? -0.8 : 0,
          tilt: ouch ? 5 * wave(t, 9) : 0,
        }),
        172,
        242,
        0.94,
      ) +
      (ouch
        ? ''
        : place(
            p.box(-16, -14, 32, 26, { fill: '#6f9aa3', shade: '#4a727b' }, 3) +
              p.path('M14 -2L36 -16M34 -20L40 -10', { width: 5 }) +
              p.path('M-16 -8Q-34 0 -16 10', { width: 4 }),
            250,
            144,
            1,
            18,
          ) +
          (t > 0.06 && t < 0.5
            ? [0, 1, 2]
                .map((i) =>
                  p.line(
                    292 + i * 7,
                    160 + ((t * 200 + i * 13) % 44),
                    291 + i * 7,
                    168 + ((t * 200 + i * 13) % 44),
                    { stroke: '#a9dbe6', width: 2.6 },
                  ),
                )
                .join('')
            : '')) +
      p.curve([[318, 214], [330 + 8 * wave(t, 2), 190 - grow * 30], [316, 200 - grow * 70], top], {
        width: 9,
        stroke: '#17492a',
      }) +
      p.curve([[318, 214], [330 + 8 * wave(t, 2), 190 - grow * 30], [316, 200 - grow * 70], top], {
        width: 5,
        stroke: '#4f9a5f',
      }) +
      place(flower, top[0], top[1], 0.35 + grow * 0.8, -bite * 20 + 6 * wave(t, 2)) +
      place(
        `${p.path('M-36 -42H36L28 4H-28Z', { fill: '#b5643a', shade: '#824223' }) + p.box(-41, -50, 82, 14, { fill: '#b5643a', shade: '#824223' }, 2)}<path d="${lettering('12 words', 0, -14, 17).data}" fill="${parchment}"/>`,
        318,
        246,
      ) +
      (bite > 0.9 && t < 0.72 ? place(sparks(p, part(t, 0.56, 0.72), 44), 214, 118) : '')
    );
  },
};
