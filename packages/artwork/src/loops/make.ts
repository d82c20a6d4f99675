import { writeFileSync } from 'node:fs';
import { encode, picture, picturesPerSecond, shoot } from '../films/film.ts';
import { toPng } from '../output.ts';
import { candyJail, caughtByLight, trapdoor } from './captures.ts';
import { burningCoin, candleChart, coinRuns, robinTakesCoin } from './coins.ts';
import { chimneyStuck, coalStocking, mittenBox } from './deliveries.ts';
import { emptyFrame, fakeSanta, meltingDisguise } from './disguises.ts';
import { elfSaysNo, peephole, sausageBow } from './doormen.ts';
import { crossedOut, magnifier, scrollRoller, stampedNaughty } from './ledger.ts';
import type { Loop } from './loop.ts';
import { phishedBoot, seedPhrase, walletFlies } from './lures.ts';
import { giantBell, gingerbreadRuns, treeLights } from './ornaments.ts';
import { reindeerKick, seesaw, sleighRide } from './outings.ts';
import { goblinWheel, presentPyramid, rocketFizzle } from './returns.ts';
import { honeypotStuck, pumpAndPop, rugPull } from './schemes.ts';
import { frozenGoblin, snowballChase, snowballFight } from './snow.ts';

/** Two digits, as in loop-07. */
export function loopName(number: number): string {
  return `loop-${String(number).padStart(2, '0')}`;
}

/** Draws and encodes the loops with the given numbers, or all. */
export function makeLoops(wanted: readonly string[]): void {
  for (const [number, loop] of loops.entries()) {
    if (wanted.length > 0 && !wanted.includes(String(number))) continue;
    const count = Math.round(loop.seconds * picturesPerSecond);
    const { frames } = shoot(count, 480, 270, (index) =>
      picture(loop.ground, index, (p) => loop.draw(p, index / count)),
    );
    const done = encode({
      name: `loops/${loopName(number)}`,
      width: 480,
      height: 270,
      frames,
      poster: Math.round(count * (loop.poster ?? 0.12)),
      budget: 195_000,
      posterBudget: 14_500,
    });
    console.log(`${done}  ${loop.title}`);
  }
}

/** A contact sheet to check drawings by: each loop is a row of `columns` pictures. */
export function contactSheet(loops: readonly Loop[], path: string, columns = 8, width = 240): void {
  const high = (width * 270) / 480;
  const rows = loops.map((loop, row) =>
    Array.from({ length: columns }, (_, column) => {
      const png = toPng(
        picture(loop.ground, column * 3, (p) => loop.draw(p, column / columns)),
        width,
      );
      return `<image x="${column * width}" y="${row * high}" width="${width}" height="${high}" href="data:image/png;base64,${png.toString('base64')}"/>`;
    }).join(''),
  );
  const [w, h] = [columns * width, loops.length * high];
  writeFileSync(
    path,
    toPng(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}">${rows.join('')}</svg>`,
      w,
    ),
  );
}

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
