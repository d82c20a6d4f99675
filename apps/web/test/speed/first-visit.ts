/**
 * Builds the web app, starts the whole product on it, and measures first visits of a phone with an empty cache on slow
 * networks: when the answer of a shared link, and the list, are on the screen; then searches typed on a warm page among
 * 1,000,000 reports, from Enter to the answer (`pnpm first-visit`; an argument sets the number of visits). The machine should
 * be otherwise idle. Exits with 1 when a median is over its limit.
 */
import { insertReports, terms } from '@naughty-list/reports/bench/million-reports';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import { launchBrowser } from '@naughty-list/test-kit/browser';
import { type Browser, devices, type Page } from 'playwright-core';
import { buildSite } from './build-site.ts';
import { startLitStack } from './lit-stack.ts';

const visits = Math.max(1, Number(process.argv[2] ?? 5) || 5);
const KBIT_BYTES = 1_000 / 8;

/** Latency is per request; connections are not slowed down, nor is the processor. */
const networks = {
  'slow 4G': { latency: 562.5, downloadThroughput: 1_440 * KBIT_BYTES, uploadThroughput: 675 * KBIT_BYTES },
  'slow 3G': { latency: 400, downloadThroughput: 400 * KBIT_BYTES, uploadThroughput: 400 * KBIT_BYTES },
  // The preset of Chromium's developer tools, under which no page with a stylesheet appears before 4 s.
  'slow 3G, 2 s per request': {
    latency: 2_000,
    downloadThroughput: 400 * KBIT_BYTES,
    uploadThroughput: 400 * KBIT_BYTES,
  },
};

const answer = { what: 'answer of a shared link', path: '/?search=elf_1', text: 'is on the Naughty List' };
const list = { what: 'list', path: '/', text: 'Promised 12 reindeer' };
const roads = [
  { network: 'slow 4G', ...answer, limitMs: 2_500 },
  { network: 'slow 4G', ...list, limitMs: 3_000 },
  { network: 'slow 3G', ...answer, limitMs: undefined },
  { network: 'slow 3G', ...list, limitMs: 3_000 },
  { network: 'slow 3G, 2 s per request', ...list, limitMs: undefined },
] as const;

/** Milliseconds from opening the link to the first frame with the text. */
async function visit(
  browser: Browser,
  url: string,
  network: keyof typeof networks,
  text: string,
): Promise<number> {
  const context = await browser.newContext({ ...devices['Pixel 7'], serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...networks[network] });
    await page.addInitScript((wantedText) => {
      const look = () => {
        const it = document.evaluate(
          `//main//text()[contains(., "${wantedText}")]/..`,
          document,
          null,
          XPathResult.FIRST_ORDERED_NODE_TYPE,
        ).singleNodeValue;
        if (it instanceof Element && it.getClientRects().length > 0)
          Object.assign(window, { shownAt: performance.now() });
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, text);
    await page.goto(url, { waitUntil: 'commit' });
    const shownAt = await page.waitForFunction(() => Reflect.get(window, 'shownAt') as number | undefined);
    return (await shownAt.jsonValue()) ?? Number.NaN;
  } finally {
    await context.close();
  }
}

const TYPED_LIMIT_MS = 300;

/** Milliseconds from the last key to the first frame with the answer, on a page that is open already. */
async function typeSearch(page: Page, search: string, text: string): Promise<number> {
  const field = page.getByRole('combobox');
  await field.fill(search);
  await page.evaluate((wantedText) => {
    const watch = (from: number) => {
      const isShown = document.querySelector('main')?.textContent?.includes(wantedText);
      if (isShown) Object.assign(window, { shownAfter: performance.now() - from });
      else requestAnimationFrame(() => watch(from));
    };
    Reflect.deleteProperty(window, 'shownAfter');
    document.addEventListener('keydown', () => watch(performance.now()), { once: true, capture: true });
  }, text);
  await field.press('Enter');
  const shownAfter = await page.waitForFunction(
    () => Reflect.get(window, 'shownAfter') as number | undefined,
  );
  return (await shownAfter.jsonValue()) ?? Number.NaN;
}

/** Replaces the reports by a million, and returns usernames among them. */
async function fillList(databaseUrl: string): Promise<string[]> {
  const db = openDatabase({ url: databaseUrl, schema: 'reports' });
  try {
    await db.raw('truncate scammer_reports, report_tally cascade');
    await insertReports(db);
    return await db('scammer_reports')
      .where('id', '>', 500_000)
      .where({ is_removed: false })
      .orderBy('id')
      .limit(2 * (visits + 1))
      .pluck('username');
  } finally {
    await db.destroy();
  }
}

/** Prints the median and all times; returns whether the median is over the limit. */
function printTimes(what: string, times: readonly number[], limitMs: number | undefined): boolean {
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  const isSlow = limitMs !== undefined && !(median <= limitMs);
  const all = sorted.map((ms) => ms.toFixed(0)).join(', ');
  const limit = limitMs === undefined ? '' : ` of ${limitMs}${isSlow ? ', TOO SLOW' : ''}`;
  console.log(`${what}: ${median.toFixed(0)} ms${limit} (${all})`);
  return isSlow;
}

const { webRoot, forget } = await buildSite();
const stack = await startLitStack(webRoot);
const browser = await launchBrowser();
let isOver = false;
try {
  for (const { network, what, path, text, limitMs } of roads) {
    const times: number[] = [];
    // The first visit warms up the stack.
    for (let made = 0; made <= visits; made += 1)
      times.push(await visit(browser, `${stack.url}${path}`, network, text));
    isOver = printTimes(`${network}, ${what}`, times.slice(1), limitMs) || isOver;
  }
  const listed = await fillList(stack.databaseUrl);
  const page = await browser.newPage();
  await page.goto(stack.url, { waitUntil: 'networkidle' });
  // Each name is searched once, because the page caches answers; the first search of each kind is a warm-up.
  for (const [what, searches, text] of [
    ['a listed account', listed.slice(0, visits + 1), 'is on the Naughty List'],
    ['one letter off', listed.slice(visits + 1).map((name) => name.slice(0, -1)), 'Did you mean'],
    ['an account that is not listed', listed.map((_, at) => `not_in_this_list_${at}`), 'No report found'],
    ['a word', Object.values(terms), 'your search'],
  ] as const) {
    const times: number[] = [];
    for (const search of searches) {
      times.push(await typeSearch(page, search, text));
      await page.getByRole('button', { name: 'Clear' }).first().click();
      await page.getByText('newest first').waitFor();
    }
    isOver = printTimes(`typed among 1,000,000 reports, ${what}`, times.slice(1), TYPED_LIMIT_MS) || isOver;
  }
} finally {
  await browser.close();
  await stack.stop();
  forget();
}
process.exit(isOver ? 1 : 0);
