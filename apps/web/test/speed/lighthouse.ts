/**
 * Builds the web app, starts the whole product on it, and prints Lighthouse results of every public page and of a case: the
 * median of three runs (`pnpm lighthouse`; an argument sets the number of runs). Exits with 1 when a page is over budget. The machine
 * should be otherwise idle. Blocking time counts by CPU time; `by clock` is Lighthouse's own figure, for comparison.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lighthouseBudget } from './budget.ts';
import { buildSite } from './build-site.ts';
import { startLighthouseStack } from './lighthouse-stack.ts';
import { type Measured, runLighthouse } from './run-lighthouse.ts';

const runs = Math.max(1, Number(process.argv[2] ?? 3) || 3);

/** The page of an unreviewed case is not indexable and has no SEO score. */
const UNREVIEWED_CASE = '/case/elf_1';

/** The median run, by LCP. */
function median(all: readonly Measured[]): Measured {
  const sorted = [...all].sort((a, b) => a.largestPaintMs - b.largestPaintMs);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!middle) throw new Error('no runs');
  return middle;
}

function faults(
  path: string,
  { scores, largestPaintMs, blockedMs, layoutShift, complaints }: Measured,
): string[] {
  const { scores: wanted, ...limits } = lighthouseBudget;
  const low = Object.entries(wanted).flatMap(([name, least]) => {
    const score = scores[name as keyof typeof wanted];
    return score < least && !isNotScored(path, name) ? [`${name} ${score}, at least ${least}`] : [];
  });
  return [
    ...low,
    ...(largestPaintMs > limits.largestPaintMs ? [`largest paint after ${limits.largestPaintMs} ms`] : []),
    ...(blockedMs > limits.blockedMs ? [`blocked for more than ${limits.blockedMs} ms`] : []),
    ...(layoutShift > limits.layoutShift ? ['something moved'] : []),
    ...complaints.filter((complaint) => !isNotScored(path, complaint)),
  ];
}

const isNotScored = (path: string, category: string) =>
  path === UNREVIEWED_CASE && category.startsWith('seo');

const row = (cells: readonly string[], page: string) =>
  console.log(`${cells.map((cell) => cell.padStart(9)).join('')}  ${page}`);

const { webRoot, forget } = await buildSite();
const sitemap = readFileSync(join(webRoot, 'sitemap.xml'), 'utf8');
const paths = Array.from(sitemap.matchAll(/<loc>%PUBLIC_ORIGIN%([^<]*)/g), ([, path = '']) => path);
const stack = await startLighthouseStack(webRoot);
let isOver = false;
try {
  // Warm-up: the first run on a fresh stack is unrepresentatively slow.
  await runLighthouse(stack.url);
  row(['perf', 'access', 'practice', 'SEO', 'LCP ms', 'TBT ms', 'by clock', 'CLS', 'JS bytes'], 'page');
  for (const path of [...paths, UNREVIEWED_CASE]) {
    const all: Measured[] = [];
    for (let run = 0; run < runs; run += 1) all.push(await runLighthouse(`${stack.url}${path}`));
    const { scores, largestPaintMs, blockedMs, blockedClockMs, layoutShift, scriptBytes } = median(all);
    const figures = [largestPaintMs, blockedMs, blockedClockMs].map((ms) => ms.toFixed(0));
    const bytes = scriptBytes.toLocaleString('en-US');
    row([...Object.values(scores).map(String), ...figures, layoutShift.toFixed(3), bytes], path);
    for (const fault of faults(path, median(all))) {
      isOver = true;
      console.log(`${' '.repeat(83)}- ${fault}`);
    }
  }
} finally {
  await stack.stop();
  forget();
}
// Lighthouse leaves timers running.
process.exit(isOver ? 1 : 0);
