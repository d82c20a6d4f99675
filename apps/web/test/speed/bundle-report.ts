/**
 * Prints the composition of the build: the weight of each page's first view, and every script with its sources. `pnpm
 * bundle` builds and reports; WEB_ROOT selects an existing build.
 */

import { pageBudgets } from './budget.ts';
import { buildSite } from './build-site.ts';
import { firstView, readChunks, sentBytes, totalBytes } from './first-view.ts';

/** Smaller ones are summed up. */
const SHOWN_FROM_BYTES = 600;

const { webRoot, forget } = await buildSite();
const number = (bytes: number) => bytes.toLocaleString('en-US').padStart(9);

console.log('First views, bytes as they are sent (brotli)\n\n  scripts   styles    fonts  page');
for (const { path, file } of pageBudgets) {
  const view = firstView(webRoot, file);
  const sums = [view.scripts, view.styles, view.fonts].map((files) => number(totalBytes(files)));
  console.log(`${sums.join('')}  ${path}`);
}

const home = new Set(firstView(webRoot, 'index.html').scripts.map(({ file }) => file));
const chunks = readChunks(webRoot)
  .map((chunk) => ({ ...chunk, sent: sentBytes(webRoot, chunk.file) }))
  .sort((a, b) => Number(home.has(b.file)) - Number(home.has(a.file)) || b.sent - a.sent);
console.log(
  '\nScripts (sent), and the sources in each (before they are made small); * is in the first view of /',
);
for (const { file, sent, modules } of chunks) {
  console.log(`\n${number(sent)} ${home.has(file) ? '*' : ' '} ${file}`);
  const parts = byPackage(modules);
  for (const [source, bytes] of parts.filter(([, size]) => size >= SHOWN_FROM_BYTES)) {
    console.log(`${number(bytes)}     ${source}`);
  }
  const rest = parts.filter(([, size]) => size < SHOWN_FROM_BYTES);
  const restBytes = rest.reduce((sum, [, size]) => sum + size, 0);
  if (rest.length > 0) console.log(`${number(restBytes)}     ${rest.length} smaller ones`);
}
forget();

/** Sources of the app individually, packages in total; largest first. */
function byPackage(modules: readonly { source: string; bytes: number }[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { source, bytes } of modules) {
    const isOwn = /^(src|packages)\//.test(source);
    const name = isOwn ? source : (/^(@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? source);
    sums.set(name, (sums.get(name) ?? 0) + bytes);
  }
  return [...sums].sort((a, b) => b[1] - a[1]);
}
