import { elf, pip } from '../actors/elf.ts';
import { closedLedger, santa } from '../actors/santa.ts';
import { place } from '../drawing/pen.ts';
import { burningCoin } from '../loops/burning-coin.ts';
import { magnifier } from '../loops/magnifier.ts';
import { rugPull } from '../loops/rug-pull.ts';
import { stampedNaughty } from '../loops/stamped-naughty.ts';
import { shadow } from '../scenes/stagecraft.ts';
import { ensemble } from './ensemble.ts';
import { beat } from './party.ts';
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
    'Wrongly listed? Appeal for free. Rather pay? Burn LIST for Santa’s silence.',
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
