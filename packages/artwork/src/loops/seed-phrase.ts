import { rugger } from '../actors/rugger.ts';
import { lettering } from '../drawing/lettering.ts';
import { cranberry, gold, ink, parchment } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { shadow } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

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
