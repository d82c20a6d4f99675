import { makeBell } from './sound/bell.ts';
import { makeStills } from './stills/make.ts';

const parts: Readonly<Record<string, (wanted: readonly string[]) => void>> = {
  stills: makeStills,
  bell: () => makeBell(),
};

const [part, ...wanted] = process.argv.slice(2);
const chosen = part === undefined ? Object.keys(parts) : [part];
for (const name of chosen) {
  const make = parts[name];
  if (!make) throw new Error(`There is no part "${name}"; there are: ${Object.keys(parts).join(', ')}`);
  make(wanted);
}
