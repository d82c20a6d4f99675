import { elf, pip } from '../actors/elf.ts';
import { rugger } from '../actors/rugger.ts';
import { closedLedger, santa } from '../actors/santa.ts';
import { place } from '../drawing/pen.ts';
import { candyJail } from '../loops/captures.ts';
import { burningCoin } from '../loops/coins.ts';
import { fakeSanta } from '../loops/disguises.ts';
import { magnifier, stampedNaughty } from '../loops/ledger.ts';
import { phishedBoot } from '../loops/lures.ts';
import { presentPyramid } from '../loops/returns.ts';
import { honeypotStuck, pumpAndPop, rugPull } from '../loops/schemes.ts';
import { shadow } from '../scenes/stagecraft.ts';
import { clubnight } from './clubnight.ts';
import { fiftySant } from './fifty-sant.ts';
import { beat, ensemble } from './party.ts';
import { fromLoop, type Shot, titleCard } from './shot.ts';

export const explainer: readonly Shot[] = [
  {
    seconds: 3.2,
    ground: 'parlour',
    banner: 'Santa keeps a list',
    caption: 'Santa keeps a list. He wrote it himself.',
    draw: (p, _, now) =>
      shadow(240, 250, 80) +
      place(
        santa(p, {
          leftHand: [-40, -84],
          rightHand: [46, -84],
          look: [0, 0.8],
          mouth: 'smile',
          tilt: 2 * beat(now, 0.5),
          blink: now % 1.6 < 0.12 ? 1 : 0,
          nod: [0, 2],
        }),
        240,
        252,
        0.92,
      ) +
      place(closedLedger(p), 242, 176, 1.15, 2 * beat(now, 0.5)) +
      place(
        elf(p, pip, { look: [0.8, -0.3], leftHand: [-30, -50], mouth: 'smile', tilt: 3 * beat(now, 0.5) }),
        392,
        250,
        0.8,
      ),
  },
  fromLoop(
    rugPull,
    3.4,
    'Somebody pulled the rug?',
    'Somebody pulled the rug from under you? You are not the first.',
  ),
  fromLoop(magnifier, 3.4, 'Look them up first', 'Look a name up before you send anything.'),
  fromLoop(
    stampedNaughty,
    3.2,
    'Report a scammer',
    'Met a scammer? Paste the post, say what happened, and your report is on the list.',
  ),
  fromLoop(
    burningCoin,
    3.2,
    'Burn LIST, buy silence',
    "Wrongly listed? Appeal for free. Rather pay? Burn LIST for Santa's silence.",
  ),
  titleCard(
    'The Naughty List',
    'Check it. Then check it twice.',
    'The Naughty List. Check it, then check it twice.',
    3.2,
    'hills',
    ensemble,
  ),
];

export const villains: readonly Shot[] = [
  titleCard('Villains', 'A small gallery', 'Villains: a small gallery.', 2.4, 'cellar', (p, _, now) =>
    place(
      rugger(p, {
        look: [Math.sin(now * 3), 0],
        leftHand: [-20, -90],
        rightHand: [22, -90 + 4 * beat(now, 2)],
        lid: 0.5,
      }),
      240,
      268,
      0.58,
    ),
  ),
  fromLoop(rugPull, 3, 'The Rug Puller', 'The Rug Puller: sells you the carpet, keeps the floor.'),
  fromLoop(pumpAndPop, 3.2, 'The Pump & Dumper', 'The Pump and Dumper: it only goes up, until it does not.'),
  fromLoop(phishedBoot, 3.4, 'The Phisher', 'The Phisher: one link, one click, one boot.'),
  fromLoop(fakeSanta, 3, 'The Impersonator', 'The Impersonator: pull the beard before you pay.'),
  fromLoop(
    presentPyramid,
    3.4,
    'The Pyramid Builder',
    'The Pyramid Builder: every present is paid for by the next.',
  ),
  fromLoop(honeypotStuck, 2.6, 'The Honeypotter', 'The Honeypotter: easy in, nobody out. Including him.'),
  fromLoop(candyJail, 2.8, 'All on the list', 'All of them are on the list. Look before you send.'),
];

export interface Film {
  name: string;
  title: string;
  shots: readonly Shot[];
  /** The second to use as the poster, if 1.2 shows too little. */
  posterAt?: number;
}

/** The four films of the home page, in the order of its carousel. */
export const explainers: readonly Film[] = [
  { name: 'explainer', title: 'Explainer', shots: explainer },
  { name: '50sant', title: '50Sant', shots: fiftySant },
  { name: 'clubnight', title: 'Clubnight', shots: clubnight },
  { name: 'villains', title: 'Villains', shots: villains },
];
