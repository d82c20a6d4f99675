import { burningCoin } from './burning-coin.ts';
import { candleChart } from './candle-chart.ts';
import { candyJail } from './candy-jail.ts';
import { caughtByLight } from './caught-by-light.ts';
import { chimneyStuck } from './chimney-stuck.ts';
import { coalStocking } from './coal-stocking.ts';
import { coinRuns } from './coin-runs.ts';
import { crossedOut } from './crossed-out.ts';
import { elfSaysNo } from './elf-says-no.ts';
import { emptyFrame } from './empty-frame.ts';
import { fakeSanta } from './fake-santa.ts';
import { frozenGoblin } from './frozen-goblin.ts';
import { giantBell } from './giant-bell.ts';
import { gingerbreadRuns } from './gingerbread-runs.ts';
import { goblinWheel } from './goblin-wheel.ts';
import { honeypotStuck } from './honeypot-stuck.ts';
import type { Loop } from './loop.ts';
import { magnifier } from './magnifier.ts';
import { meltingDisguise } from './melting-disguise.ts';
import { mittenBox } from './mitten-box.ts';
import { peephole } from './peephole.ts';
import { phishedBoot } from './phished-boot.ts';
import { presentPyramid } from './present-pyramid.ts';
import { pumpAndPop } from './pump-and-pop.ts';
import { reindeerKick } from './reindeer-kick.ts';
import { robinTakesCoin } from './robin-takes-coin.ts';
import { rocketFizzle } from './rocket-fizzle.ts';
import { rugPull } from './rug-pull.ts';
import { sausageBow } from './sausage-bow.ts';
import { scrollRoller } from './scroll-roller.ts';
import { seedPhrase } from './seed-phrase.ts';
import { seesaw } from './seesaw.ts';
import { sleighRide } from './sleigh-ride.ts';
import { snowballChase } from './snowball-chase.ts';
import { snowballFight } from './snowball-fight.ts';
import { stampedNaughty } from './stamped-naughty.ts';
import { trapdoor } from './trapdoor.ts';
import { treeLights } from './tree-lights.ts';
import { walletFlies } from './wallet-flies.ts';

/** All loops in the order of their numbers: loop-00 to loop-37. Neighbours differ in place and cast. */
export const loops: readonly Loop[] = [
  rugPull,
  snowballChase,
  coalStocking,
  crossedOut,
  walletFlies,
  elfSaysNo,
  phishedBoot,
  honeypotStuck,
  presentPyramid,
  rocketFizzle,
  pumpAndPop,
  burningCoin,
  sausageBow,
  fakeSanta,
  reindeerKick,
  stampedNaughty,
  caughtByLight,
  robinTakesCoin,
  meltingDisguise,
  trapdoor,
  seesaw,
  mittenBox,
  gingerbreadRuns,
  treeLights,
  magnifier,
  sleighRide,
  candleChart,
  candyJail,
  emptyFrame,
  frozenGoblin,
  chimneyStuck,
  goblinWheel,
  coinRuns,
  scrollRoller,
  seedPhrase,
  giantBell,
  peephole,
  snowballFight,
];
