import { encode, picture, picturesPerSecond, shoot } from '../films/film.ts';
import { loops } from './all.ts';

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
