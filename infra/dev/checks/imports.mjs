// Checks the import rules of .dependency-cruiser.cjs, and that they were applied: with an unsupported TypeScript,
// dependency-cruiser finds no modules and reports success.
import { spawnSync } from 'node:child_process';
import { repositoryFiles } from './files.mjs';

const folders = process.argv.slice(2);
const { status, stdout, stderr } = spawnSync(
  'depcruise',
  ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders],
  { encoding: 'utf8', maxBuffer: 1 << 28 },
);
if (!stdout) {
  console.error(stderr || `dependency-cruiser ended with exit code ${status}`);
  process.exit(1);
}

const { modules, summary } = JSON.parse(stdout);
for (const { from, to, rule } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`);

const cruised = modules.filter(({ source }) => /\.tsx?$/.test(source) && !source.includes('node_modules'));
const present = repositoryFiles().filter(
  (file) => folders.some((folder) => file.startsWith(`${folder}/`)) && /(?<!\.gen)\.tsx?$/.test(file),
);
if (cruised.length < present.length) {
  console.error(`Only ${cruised.length} of ${present.length} source files were read`);
}
process.exitCode = summary.error > 0 || cruised.length < present.length ? 1 : 0;
