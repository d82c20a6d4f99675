import { findBrowser } from '@naughty-list/test-kit/browser';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result, type RunnerResult } from 'lighthouse';
import { Audit } from 'lighthouse/core/audits/audit.js';
import TotalBlockingTime from 'lighthouse/core/audits/metrics/total-blocking-time.js';

type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

/** Result of one run: scores out of 100, milliseconds, and bytes of all scripts loaded. */
export type Measured = {
  /** Performance with blocking time counted as CPU time, see `blockedMs`. */
  scores: Record<Category, number>;
  largestPaintMs: number;
  /** TBT by CPU time of the page's main thread, without time spent waiting for other processes. */
  blockedMs: number;
  /** TBT as Lighthouse counts it, by the clock. */
  blockedClockMs: number;
  layoutShift: number;
  scriptBytes: number;
  requests: number;
  /** Audits that lower a score, except performance. */
  complaints: string[];
};

const categories: readonly Category[] = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Runs Lighthouse with its mobile profile: CPU four times slower than this machine, simulated slow 4G, empty cache. */
export async function runLighthouse(url: string): Promise<Measured> {
  for (let attempt = 1; ; attempt += 1) {
    const run = await runOnce(url);
    const fault = run ? run.lhr.runtimeError : { code: '', message: 'no result' };
    if (run && !fault) return measured(run);
    // The browser's trace sometimes lacks its start; Lighthouse recommends another run.
    if (fault?.code !== 'NO_NAVSTART' || attempt === ATTEMPTS) throw new Error(`${url}: ${fault?.message}`);
  }
}

const ATTEMPTS = 3;

async function runOnce(url: string): Promise<RunnerResult | undefined> {
  const { path, env, flags } = await findBrowser();
  const chrome = await launch({
    chromePath: path,
    envVars: { ...process.env, ...env },
    chromeFlags: ['--headless=new', ...flags],
  });
  try {
    return await lighthouse(url, { port: chrome.port, onlyCategories: [...categories], logLevel: 'error' });
  } finally {
    chrome.kill();
  }
}

function measured({ lhr: result, artifacts }: RunnerResult): Measured {
  const score = (category: Category) => Math.round((result.categories[category]?.score ?? 0) * 100);
  const value = (audit: string) => result.audits[audit]?.numericValue ?? Number.NaN;
  const blockedMs = blockedCpuMs(artifacts, result.configSettings.throttling.cpuSlowdownMultiplier);
  return {
    scores: {
      performance: performanceScore(result, blockedMs),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    largestPaintMs: value('largest-contentful-paint'),
    blockedMs,
    blockedClockMs: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
    scriptBytes: scriptBytes(result),
    requests: requestsOf(result).length,
    complaints: categories.slice(1).flatMap((category) => failed(result, category)),
  };
}

/** Only the time beyond this counts as blocking, in milliseconds (web.dev, Total Blocking Time). */
const LONG_TASK_MS = 50;

/** With the thread's CPU time, in microseconds. */
type Task = { name: string; tdur?: number };

/** Counts after First Contentful Paint, as Lighthouse does. */
function blockedCpuMs({ Trace: { traceEvents } }: RunnerResult['artifacts'], slowdown: number): number {
  const paint = traceEvents.find(({ name }) => name === 'firstContentfulPaint');
  return traceEvents
    .filter(
      ({ name, pid, tid, ts }) =>
        name === 'RunTask' && paint?.pid === pid && paint.tid === tid && ts >= paint.ts,
    )
    .reduce((sum, { tdur = 0 }: Task) => sum + Math.max(0, (tdur / 1_000) * slowdown - LONG_TASK_MS), 0);
}

/** Lighthouse's weighted mean, with the blocking time given here in place of its own. */
function performanceScore({ categories: all, audits }: Result, blockedMs: number): number {
  let sum = 0;
  let weights = 0;
  for (const { id, weight } of all.performance?.auditRefs ?? []) {
    const score =
      id === 'total-blocking-time'
        ? Audit.computeLogNormalScore(TotalBlockingTime.defaultOptions.mobile.scoring, blockedMs)
        : (audits[id]?.score ?? 0);
    sum += weight * score;
    weights += weight;
  }
  return Math.round((sum / weights) * 100);
}

function failed({ categories: all, audits }: Result, category: Category): string[] {
  const weighed = all[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return weighed
    .map(({ id }) => audits[id])
    .filter((audit) => audit?.score !== null && (audit?.score ?? 1) < 1)
    .map((audit) => `${category}: ${audit?.title}`);
}

type Request = { resourceType?: string; transferSize?: number };

function requestsOf({ audits }: Result): Request[] {
  const details = audits['network-requests']?.details;
  return details?.type === 'table' ? (details.items as Request[]) : [];
}

function scriptBytes(result: Result): number {
  return requestsOf(result)
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}
