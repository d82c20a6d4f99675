import { elf, nettle, pip } from '../actors/elf.ts';
import { sausage, snowman } from '../actors/gentry.ts';
import { gingerbread } from '../actors/gingerbread.ts';
import { reindeer } from '../actors/reindeer.ts';
import { rugger } from '../actors/rugger.ts';
import { cranberry } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { shadow } from '../scenes/stagecraft.ts';
import { beams, beat, coinRain, danceFeet, danceHands, decks, discoBall, ensemble } from './party.ts';
import { type Shot, titleCard } from './shot.ts';

export const floor = (now: number) => beams(now);

export const clubnight: readonly Shot[] = [
  titleCard(
    'Clubnight',
    'at the North Pole',
    'Clubnight at the North Pole.',
    2.6,
    'stage',
    (p, _, now) =>
      beams(now) +
      discoBall(p, 410, 66, 26, now) +
      discoBall(p, 70, 60, 20, now + 1) +
      [120, 240, 360]
        .map((x, i) =>
          place(
            elf(p, i === 1 ? nettle : pip, {
              ...danceHands(now, 90, 46, i / 3),
              ...danceFeet(now, 14, i / 3),
              mouth: 'open',
            }),
            x,
            264,
            i === 1 ? 0.44 : 0.5,
          ),
        )
        .join(''),
  ),
  {
    seconds: 4,
    ground: 'stage',
    banner: 'The elves are off duty',
    caption: 'The elves are off duty, and the bauble is turning.',
    draw: (p, _, now) =>
      floor(now) +
      discoBall(p, 240, 88, 24, now) +
      [60, 150, 330, 420]
        .map(
          (x, i) =>
            shadow(x, 246, 36) +
            place(
              elf(p, i % 2 === 0 ? pip : nettle, {
                ...danceHands(now, i % 2 === 0 ? 86 : 104, 46, i / 4),
                ...danceFeet(now, 15, i / 4),
                mouth: i === 1 ? 'tongue' : 'open',
                tilt: 9 * beat(now, 1, i / 4),
                turn: 0.6 * beat(now, 1, i / 4 + 0.2),
                tip: [8 * beat(now, 1, i / 4), 0],
              }),
              x,
              244 - Math.abs(beat(now, 1, i / 4)) * 12,
              i % 2 === 0 ? 0.82 : 0.74,
            ),
        )
        .join('') +
      shadow(240, 246, 46) +
      place(
        gingerbread(p, {
          leftHand: [-52, -90 - 30 * beat(now)],
          rightHand: [52, -90 + 30 * beat(now)],
          leftFoot: [-26 - 8 * beat(now), -8],
          rightFoot: [26 - 8 * beat(now), -8],
        }),
        240,
        246,
        0.8,
        8 * beat(now),
      ),
  },
  {
    seconds: 3.6,
    ground: 'stage',
    banner: 'On the decks: DJ Banger',
    caption: 'On the decks tonight: a sausage in a top hat.',
    draw: (p, _, now) =>
      floor(now) +
      place(
        sausage(p, {
          leftHand: [-44, -76 + 5 * beat(now, 2)],
          rightHand: [48, -150 + 16 * beat(now)],
          hat: [0, -Math.abs(beat(now)) * 9],
          hatTurn: 6 * beat(now),
          wink: beat(now, 0.5) > 0.6,
        }),
        240,
        232 - Math.abs(beat(now)) * 6,
        0.78,
      ) +
      place(decks(p, now), 240, 248, 1.2) +
      [58, 422]
        .map((x, i) =>
          place(
            reindeer(p, {
              tilt: 9 * beat(now, 1, i / 2),
              chew: beat(now, 2),
              blink: beat(now, 0.5) > 0.9 ? 1 : 0,
            }),
            x,
            262 - Math.abs(beat(now)) * 8,
            0.82,
          ),
        )
        .join(''),
  },
  {
    seconds: 3.4,
    ground: 'cellar',
    banner: 'Not on this list, sir',
    caption: 'The goblin is on a list. Just not on this one.',
    draw: (p, _, now) => {
      const sad = now > 1.7;
      return (
        p.box(330, 60, 96, 186, { fill: '#3a1016', shade: false }, 4) +
        `<rect x="334" y="64" width="88" height="180" fill="${['#5a1620', '#6a4a10', '#17492a'][Math.floor(now * 4) % 3]}"/>` +
        place(elf(p, pip, { ...danceHands(now, 80, 40), mouth: 'open' }), 378, 244, 0.6, 6 * beat(now)) +
        p.box(330, 60, 96, 186, { width: 4 }, 4) +
        p.limb([262, 204], [330, 204], -8, 6, cranberry) +
        p.limb([262, 246], [262, 196], 0, 7, '#f4b63f') +
        shadow(292, 250, 46) +
        place(
          snowman(p, {
            look: [-0.9, 0.1],
            mouth: 'frown',
            tilt: now > 0.9 ? 8 * beat(now, 1) : 0,
            leftHand: now > 0.9 ? [-66, -120 + 6 * beat(now, 2)] : [-74, -98],
          }),
          296,
          252,
          0.86,
        ) +
        shadow(150, 250, 44) +
        place(
          rugger(p, {
            look: [0.9, -0.2],
            mouth: sad ? 'frown' : 'grin',
            lid: sad ? 0.65 : 0.3,
            ears: sad ? 0.9 : -0.1,
            rightHand: sad ? [44, -40] : [58, -92],
            leftHand: sad ? [-44, -40] : [-46, -60],
          }),
          146 - (now > 2.3 ? (now - 2.3) * 90 : 0),
          246 - (now > 2.3 ? Math.abs(beat(now, 2)) * 4 : 0),
          0.92,
        )
      );
    },
  },
  titleCard(
    'The Naughty List',
    'Dance with the nice ones',
    'The Naughty List. Dance with the nice ones.',
    3,
    'stage',
    (p, t, now) => beams(now) + coinRain(p, now, 6) + ensemble(p, t, now),
  ),
];
