import { rugger } from '../actors/rugger.ts';
import { place } from '../drawing/pen.ts';
import { candyJail } from '../loops/candy-jail.ts';
import { fakeSanta } from '../loops/fake-santa.ts';
import { honeypotStuck } from '../loops/honeypot-stuck.ts';
import { phishedBoot } from '../loops/phished-boot.ts';
import { presentPyramid } from '../loops/present-pyramid.ts';
import { pumpAndPop } from '../loops/pump-and-pop.ts';
import { rugPull } from '../loops/rug-pull.ts';
import { beat } from './party.ts';
import { fromLoop, type Shot, titleCard } from './shot.ts';

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
