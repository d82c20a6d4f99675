import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { describeProfile } from './profile/describe-profile.ts';
import { look } from './profile/look.ts';
import type { Profiler } from './profile/scene.ts';
import { describeRow } from './report/describe-row.ts';
import { writeDocument } from './report/document.ts';
import { describeMachine } from './report/machine.ts';
import { plotGrowth } from './report/plot.ts';
import { saveMeasured } from './report/results.ts';
import { sections } from './sections.ts';
import type { Settings } from './settings.ts';
import { pin, SERVER_CORE } from './stage/cores.ts';

/** `npm run bench`: measures every section but `growth`, or those of `--only`, and writes docs/benchmarks.md. `--out` is another folder than the repository. */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    effort: { type: 'string', default: '100' },
    reports: { type: 'string', default: '1000000' },
    sizes: { type: 'string', default: '10000,1000000,10000000' },
    out: { type: 'string', default: REPOSITORY },
    profiles: { type: 'boolean', default: false },
    scene: { type: 'string', default: '' },
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
const command = ['npm run bench', ...(given.length > 0 ? ['--', ...given] : [])].join(' ');
// Ten million rows take the better part of an hour to make: only when they are asked for.
const wanted =
  values.only?.split(',') ?? sections.map(({ name }) => name).filter((name) => name !== 'growth');
const results = join(values.out, 'infra', 'bench', 'results.json');
const images = join(values.out, 'docs', 'images');
for (const folder of [join(results, '..'), images]) mkdirSync(folder, { recursive: true });

pin(process.pid, SERVER_CORE);
const profiler: Profiler = {
  wants: (what) => what.includes(values.scene),
  async look(product, scene) {
    console.log(describeProfile(await look(product, scene)));
  },
};
for (const { name, measure, profile } of sections) {
  if (!wanted.includes(name)) continue;
  if (values.profiles) {
    await profile?.(settings, profiler);
    continue;
  }
  console.log(`\n${name}`);
  const { rows, growth } = await measure(settings);
  for (const row of rows) console.log(describeRow(row));
  const at = new Date().toISOString().slice(0, 10);
  const all = saveMeasured(results, name, {
    at,
    command,
    machine: describeMachine(),
    rows,
    ...(growth && { growth }),
  });
  if (growth) writeFileSync(join(images, 'cost-by-size.svg'), plotGrowth(growth));
  const order = sections.map((each) => each.name);
  writeFileSync(join(values.out, 'docs', 'benchmarks.md'), writeDocument(all, order));
}
process.exit(0);
