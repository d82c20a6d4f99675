import { makeExplainers, makePromos } from './films/film.ts';
import { contactSheet, loops, makeLoops } from './loops/make.ts';
import { makeBell } from './sound/bell.ts';
import { makeStills } from './stills/make.ts';

const parts: Readonly<Record<string, (wanted: readonly string[]) => void>> = {
  stills: makeStills,
  bell: () => makeBell(),
  loops: makeLoops,
  explainers: makeExplainers,
  promos: makePromos,
};

/** `preview <file.png> [numbers]` draws loops as rows of pictures, to check drawings by. */
function preview([path = 'loops.png', ...numbers]: readonly string[]): void {
  const shown = numbers.length === 0 ? loops : loops.filter((_, number) => numbers.includes(String(number)));
  contactSheet(shown, path);
}

const [part, ...wanted] = process.argv.slice(2);
if (part === 'preview') preview(wanted);
else
  for (const name of part === undefined ? Object.keys(parts) : [part]) {
    const make = parts[name];
    if (!make)
      throw new Error(`There is no part "${name}"; there are: ${Object.keys(parts).join(', ')}, preview`);
    make(wanted);
  }
