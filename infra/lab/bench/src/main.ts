import { parseArgs } from 'node:util';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { measureSections } from './measure-sections.ts';
import { profileSections } from './profile-sections.ts';
import { loadAverage, warnIfBusy } from './report/machine.ts';
import { openOutput } from './report/output.ts';
import { sections } from './sections.ts';
import type { Settings } from './settings.ts';
import { pin, SERVER_CORE } from './stage/cores.ts';

/**
 * `npm run bench`: measures every section but `growth`, or those of `--only`, and writes docs/benchmarks.md; with
 * `--profiles` it profiles them instead and writes .data/bench/profiles.md. `--out` selects an output folder other than
 * the repository.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    effort: { type: 'string', default: '100' },
    reports: { type: 'string', default: '1000000' },
    sizes: { type: 'string', default: '10000,1000000,10000000' },
    profiles: { type: 'boolean', default: false },
    scene: { type: 'string', multiple: true, default: [''] },
    out: { type: 'string', default: REPOSITORY },
  },
});

const settings: Settings = {
  rounds: Number(values.rounds),
  durationMs: Number(values.seconds) * 1_000,
  effort: Number(values.effort),
  reports: Number(values.reports),
  sizes: values.sizes.split(',').map(Number),
  log: console.log,
};
const given = process.argv.slice(2).filter((word) => !word.startsWith('--out='));
const quoted = given.map((word) => (/[^\w,.=-]/.test(word) ? `'${word}'` : word));
const command = ['npm run bench', ...(given.length > 0 ? ['--', ...quoted] : [])].join(' ');
// Generating ten million rows takes almost an hour, so only on request.
const wanted = sections.filter(({ name }) =>
  values.only === undefined ? name !== 'growth' : values.only.split(',').includes(name),
);
const output = openOutput(
  values.out,
  sections.map(({ name }) => name),
);

const warning = warnIfBusy(loadAverage());
if (warning) console.warn(warning);
pin(process.pid, SERVER_CORE);
if (values.profiles) await profileSections(wanted, { settings, scenes: values.scene, command, output });
else await measureSections(wanted, { settings, command, output });
output.writePages();
process.exit(0);
