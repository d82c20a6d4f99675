import { burningCoin, candleChart, coinRuns } from '../loops/coins.ts';
import { sausageBow } from '../loops/doormen.ts';
import { giantBell, gingerbreadRuns } from '../loops/ornaments.ts';
import { seesaw, sleighRide } from '../loops/outings.ts';
import { goblinWheel, rocketFizzle } from '../loops/returns.ts';
import { snowballChase } from '../loops/snow.ts';
import { snowfall } from '../scenes/stagecraft.ts';
import type { Film } from './explainers.ts';
import { fromLoop, type Shot, titleCard } from './shot.ts';

const end = (line: string): Shot =>
  titleCard('The Naughty List', line, `The Naughty List. ${line}.`, 2, 'hills', (_, __, now) =>
    snowfall((now / 3) % 1),
  );

/** Short clips for the promotional pages' players. */
export const promos: readonly Film[] = [
  {
    name: 'promo-1',
    title: 'Sleigh first, moon later',
    posterAt: 2,
    shots: [
      fromLoop(sleighRide, 4, '', 'Hold on for Christmas. Some hold on by a rope.'),
      end('Open in December, and in July'),
    ],
  },
  {
    name: 'promo-2',
    title: 'Not to the moon',
    shots: [
      fromLoop(rocketFizzle, 3.4, 'No moon is promised', 'No moon is promised. No rocket is refunded.'),
      fromLoop(seesaw, 2.6, 'Up is not the only way', 'Up is not the only way a price can go.'),
      end('Jokes, not advice'),
    ],
  },
  {
    name: 'promo-3',
    title: 'Candles',
    shots: [
      fromLoop(candleChart, 3.4, 'Our candles are real', 'Our candles are real. They go out, too.'),
      fromLoop(burningCoin, 2.6, 'And we burn things', 'And every report that is bought off burns LIST.'),
      end('By candlelight'),
    ],
  },
  {
    name: 'promo-4',
    title: 'Catch it if you can',
    shots: [
      fromLoop(coinRuns, 2.8, 'Catch it if you can', 'Catch it if you can.'),
      fromLoop(gingerbreadRuns, 3, 'You cannot', 'You cannot catch the gingerbread man.'),
      end('Run, run, as fast as you can'),
    ],
  },
  {
    name: 'promo-5',
    title: 'The Sausage Society',
    shots: [
      fromLoop(
        sausageBow,
        3,
        'A society of taste',
        'There is a society of taste, and its chairman is a sausage.',
      ),
      fromLoop(giantBell, 2.4, 'Ring before entering', 'Please ring before entering.'),
      end('Hats off'),
    ],
  },
  {
    name: 'promo-6',
    title: 'Snowball effect',
    shots: [
      fromLoop(
        snowballChase,
        2.5,
        'The snowball effect',
        'The snowball effect: every report makes it bigger.',
      ),
      fromLoop(
        goblinWheel,
        2,
        'Meanwhile, guaranteed returns',
        'Meanwhile, guaranteed returns: round and round.',
      ),
      end('Look before you send'),
    ],
  },
];
