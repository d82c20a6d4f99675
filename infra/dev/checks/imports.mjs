// Checks the import rules of .dependency-cruiser.cjs, and that they were applied: with an unsupported TypeScript,
// dependency-cruiser finds no modules and reports success.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

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
const present = folders.flatMap(sourceFiles);
if (cruised.length < present.length) {
  console.error(`Only ${cruised.length} of ${present.length} source files were read`);
}
process.exitCode = summary.error > 0 || cruised.length < present.length ? 1 : 0;

// Manual recursion: `readdir` with `recursive` follows the workspaces' links to each other endlessly.
function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(node_modules|dist)$/.test(entry.name) ? [] : sourceFiles(path);
    return /\.tsx?$/.test(path) && !path.endsWith('.gen.ts') ? [path] : [];
  });
}
