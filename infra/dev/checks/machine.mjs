// Checks that the repository contains nothing specific to one machine: no home directory paths, no registry hosts.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFiles, root } from './files.mjs';

const personalFolders = ['work', 'farm', 'home', 'root', 'Users', 'tmp', 'private'].join('|');
const patterns = [
  ['a path of one machine', new RegExp(`(^|[^\\w.@/}-])/(${personalFolders})/[\\w.-]`)],
  ['a registry host', /registry\.(npmjs|yarnpkg|npmmirror)|(deb|security)\.debian\.org|archive\.ubuntu\.com/],
];

const largest = 2_000_000;
let found = 0;
for (const file of repositoryFiles()) {
  const path = join(root, file);
  if (statSync(path).size > largest) continue;
  const text = readFileSync(path, 'utf8');
  if (text.includes('\0')) continue;
  for (const [at, line] of text.split('\n').entries()) {
    for (const [what, pattern] of patterns) {
      if (!pattern.test(line)) continue;
      console.error(`${file}:${at + 1}: ${what}: ${line.trim().slice(0, 120)}`);
      found += 1;
    }
  }
}
process.exitCode = found > 0 ? 1 : 0;
