import { elf, nettle, pip } from '../actors/elf.ts';
import { rugger } from '../actors/rugger.ts';
import { santa } from '../actors/santa.ts';
import { place } from '../drawing/pen.ts';
import { key } from '../drawing/time.ts';
import { dizzy } from '../props/effects.ts';
import { chimney, shadow, snowfall, stride } from '../scenes/stagecraft.ts';
import { beams, beat, chain, coinRain, danceFeet, danceHands, microphone, swagger } from './party.ts';
import { type Shot, titleCard } from './shot.ts';

export const fiftySant: readonly Shot[] = [
  titleCard(
    '50Sant',
    'Get rich, or check it twice',
    '50Sant: get rich, or check it twice.',
    2.8,
    'stage',
    (p, _, now) => beams(now) + coinRain(p, now, 8) + place(swagger(p, now), 240, 272, 0.46),
  ),
  {
    seconds: 4,
    ground: 'roof',
    banner: 'He came down the chimney…',
    caption: 'He came down every chimney in town.',
    draw: (p, t, now) =>
      place(swagger(p, now), 250, 246, 0.86) +
      place(
        elf(p, pip, { ...stride(now / 2, 4, 10), ...danceHands(now, 70, 44), mouth: 'smile' }),
        120,
        240,
        0.66,
        5 * beat(now),
      ) +
      place(
        elf(p, nettle, { ...stride(now / 2, 4, 10), ...danceHands(now, 90, 44, 0.5), mouth: 'smile' }),
        390,
        240,
        0.62,
        -5 * beat(now),
      ) +
      place(chimney(p, 36), 560 - t * 720, 166) +
      snowfall((now / 3) % 1),
  },
  {
    seconds: 4.4,
    ground: 'stage',
    banner: '…with receipts',
    caption: 'He has the receipts, and a ledger full of them.',
    draw: (p, _, now) =>
      beams(now) +
      place(elf(p, pip, { ...danceHands(now, 90, 48), ...danceFeet(now, 14), mouth: 'open' }), 96, 244, 0.8) +
      place(
        elf(p, nettle, { ...danceHands(now, 110, 48, 0.5), ...danceFeet(now, 14, 0.5), mouth: 'open' }),
        384,
        244,
        0.72,
      ) +
      shadow(240, 248, 70) +
      place(
        santa(p, {
          ...danceFeet(now, 28),
          rightHand: [34, -112 + 4 * beat(now, 2)],
          leftHand: [-88, -110 + 26 * beat(now)],
          cool: true,
          mouth: Math.sin(now * 13) > 0 ? 'laugh' : 'smile',
          tilt: 6 * beat(now),
          tip: [8 * beat(now, 1, 0.3), 4],
        }) +
          chain(p, beat(now, 1, 0.2)) +
          place(microphone(p), 30, -124, 1.2, -14),
        240,
        248,
        0.9,
      ) +
      coinRain(p, now, 10),
  },
  {
    seconds: 3,
    ground: 'stage',
    banner: 'Mind your toes',
    caption: 'And then he dropped the microphone. On a goblin.',
    draw: (p, _, now) => {
      const fall = key(now, [
        [0.7, 100],
        [0.98, 0],
        [1.06, 14],
        [1.16, 0],
      ]);
      const hit = now > 0.98;
      return (
        shadow(160, 248, 70) +
        place(
          santa(p, {
            rightHand: [88, now < 0.7 ? -106 : -112],
            leftHand: [-74, -70],
            cool: true,
            mouth: hit ? 'laugh' : 'smile',
          }) + chain(p, 0),
          160,
          250,
          0.88,
        ) +
        place(
          rugger(p, {
            leftFoot: hit ? [-20, -30 - 8 * beat(now, 2)] : [-18, -4],
            leftHand: hit ? [-28, -40] : [-46, -50],
            rightHand: hit ? [40, -150] : [46, -50],
            mouth: hit ? 'oh' : 'grin',
            lid: hit ? 0 : 0.42,
            ears: hit ? -0.8 : 0,
            look: [-0.6, hit ? 1 : 0],
          }),
          290 + 6,
          246 - (hit ? Math.abs(beat(now, 2)) * 12 : 0),
          0.82,
        ) +
        place(
          microphone(p),
          now < 0.7 ? 236 : 246 + (hit ? 4 : 0),
          238 - fall,
          1.2,
          hit ? 84 : (100 - fall) * 0.8,
        ) +
        (hit ? place(dizzy(p, (now - 1) / 2), 296, 62) : '')
      );
    },
  },
  titleCard(
    'The Naughty List',
    'If you’re fading Santa, you’re NGMI',
    "If you're fading Santa, you're NGMI.",
    2.6,
    'roof',
    (p, _, now) => snowfall((now / 3) % 1) + place(swagger(p, now), 240, 272, 0.46),
  ),
];
