import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApiClient } from '@naughty-list/api-client/client';
import { submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { listReports, submitReport } from '@naughty-list/contracts/reports';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import { type SeparateStack, type Stack, startStack } from '@naughty-list/embedded/stack';
import { burnList } from '@naughty-list/local-chain/actions';
import { readKeypair } from '@naughty-list/local-chain/genesis/keypair-file';
import { createControlClient } from '@naughty-list/local-chain/test/control-client';
import { createFundedHolder, transferList } from '@naughty-list/local-chain/test/holders';
import { launchBrowser } from '@naughty-list/test-kit/browser';
import { queryDatabase } from '@naughty-list/test-kit/query-database';
import { makeQuickFolder } from '@naughty-list/test-kit/quick-folder';
import type { Keypair } from '@solana/web3.js';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import type {} from './build-web.ts';
import { waitUntilAlive } from './page-parts.ts';
import { type InjectedOptions, injectPhantom } from './wallets.ts';

export const SMALL_PHONE = { width: 360, height: 640 };
export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** Delays of the chain: one longer than any test, and none. */
export const HELD_MS = 600_000;
export const AT_ONCE = { findMs: 0, confirmMs: 0, finalizeMs: 0 };

const BASE_UNITS_PER_LIST = 1_000_000n;

/** Visits by headless user agents are not counted. */
const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';

export type WebUnderTest<S extends Stack = Stack> = Awaited<ReturnType<typeof startWith<S>>>;

/** `complaints` collects errors and warnings of the console. */
export type Visitor = { page: Page; complaints: string[] };

/** `complains`: what the console may show by the end of the test; false for nothing. `wallet`: injected as Phantom. */
export type VisitOptions = BrowserContextOptions & { complains?: RegExp | false; wallet?: InjectedOptions };

type Entry = { username: string; description?: string };
type BurnOptions = { tokens?: bigint; memo?: string; referenceKey?: string; by?: Keypair };
type PayOptions = { to: string; tokens?: bigint; memo?: string; by?: Keypair };

/** Starts the stack on the built web app, in one process, and a browser. */
export function startWeb(env: Record<string, string> = {}) {
  return startWith((dataDir) => startStack(optionsOf(dataDir, env)));
}

/** Like `startWeb`, with one process per service, so that a test can kill one. */
export function startSeparateWeb(env: Record<string, string> = {}) {
  return startWith((dataDir) => startStack({ ...optionsOf(dataDir, env), separate: true }));
}

/** The built page, served by the whole stack, and a browser. */
async function startWith<S extends Stack>(start: (dataDir: string) => Promise<S>) {
  const dataDir = makeQuickFolder('naughty-list-web-');
  const forget = () => {
    removeDatabase(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  const stack = await start(dataDir).catch((error: unknown) => {
    forget();
    throw error;
  });
  const browser = await launchBrowser();
  const api = createApiClient({ baseUrl: stack.url });
  return {
    stack,
    browser,
    api,
    chain: createControlClient(stack.rpcUrl),
    /** A visitor with a separate browser profile, closed when the test ends. */
    visit: (options?: VisitOptions) => visit(browser, stack.url, options),
    /** The same at a page, which is hydrated where scripts run. */
    open: async (path: string, options?: VisitOptions) => {
      const visitor = await visit(browser, stack.url, options);
      await visitor.page.goto(path);
      if (options?.javaScriptEnabled !== false) await waitUntilAlive(visitor.page);
      return visitor;
    },
    /** Creates a report through the API. */
    report: ({ username, description = 'Sold us a sleigh that was never built.' }: Entry) =>
      api.call(submitReport, {
        body: { twitterUrl: `https://x.com/${username}/status/1225`, username, description },
      }),
    /** Praises an account through the API. */
    praise: ({ username, description = 'Gave back every coin, and the sleigh too.' }: Entry) =>
      api.call(submitNiceReport, {
        body: { twitterUrl: `https://x.com/${username}/status/24`, username, description },
      }),
    /** Runs a statement on the stack's database. */
    sql: <Row extends Record<string, unknown>>(statement: string, values?: readonly unknown[]) =>
      queryDatabase<Row>(stack.databaseUrl, statement, values),
    /** The usernames of the newest listed reports. */
    listedNames: async () => (await api.call(listReports, { query: {} })).map(({ username }) => username),
    burn: (options: BurnOptions) => burn(stack, options),
    /** Sends LIST to a wallet on the local chain, by default the membership fee; returns the transaction's hash. */
    pay: ({ to, tokens = 750_000n, memo, by }: PayOptions) => {
      const { mint, richHolder } = keysOf(stack);
      const payer = by ?? richHolder;
      const amount = tokens * BASE_UNITS_PER_LIST;
      return transferList({
        rpcUrl: stack.rpcUrl,
        payer,
        mint,
        amount,
        to,
        ...(memo === undefined ? {} : { memo }),
      });
    },
    /** A new wallet with LIST and SOL on the local chain. */
    holder: ({ list, sol = 1 }: { list: bigint; sol?: number }) => {
      const { mint, richHolder } = keysOf(stack);
      const amount = list * BASE_UNITS_PER_LIST;
      return createFundedHolder({ rpcUrl: stack.rpcUrl, richHolder, mint, amount, sol });
    },
    stop: async () => {
      await browser.close();
      await stack.stop();
      forget();
    },
  };
}

/** Does something while a service is down, and starts it again. */
export async function whileDown(
  { stack }: WebUnderTest<SeparateStack>,
  name: 'analytics' | 'reports',
  work: () => Promise<unknown>,
): Promise<void> {
  stack.control.autoRestart = false;
  await stack.services[name].kill('SIGKILL');
  await work();
  await stack.services[name].restart();
  stack.control.autoRestart = true;
}

function optionsOf(dataDir: string, env: Record<string, string>) {
  return {
    dataDir,
    host: '127.0.0.1',
    port: 0,
    env: {
      WEB_ROOT: env.WEB_ROOT ?? inject('webRoot'),
      // No call leaves this machine.
      AVATAR_URL: 'http://127.0.0.1:1',
      OEMBED_URL: 'http://127.0.0.1:1',
      MARKET_DATA_URL: 'off',
      RATE_LIMIT_WRITES_PER_MINUTE: '10000',
      CONSEQUENTIAL_DECISIONS_PER_DAY: '100000',
      CONNECTIONS_PER_CLIENT: '100000',
      VISITOR_COUNTED_AGAIN_AFTER_MINUTES: '0',
      CHALLENGE_AFTER_WRITES_PER_HOUR: '0',
      HOLD_REPORTS_ABOVE_PER_MINUTE: '0',
      RATE_LIMIT_READS_PER_MINUTE: '100000',
      VERIFY_WAIT_MS: '1500',
      ...env,
    },
    chain: { env: { CHAIN_CONTROL: 'true' } },
    postgres: { fsync: false },
  };
}

/** Like `visit` of WebUnderTest, in the caller's browser. */
export async function visit(
  browser: Browser,
  baseURL: string,
  { complains, wallet, ...options }: VisitOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    userAgent: PERSON,
    permissions: ['clipboard-read', 'clipboard-write'],
    // Requests of a service worker cannot be routed by a test.
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  if (wallet) await injectPhantom(page, wallet);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.text().startsWith('Service Worker registration blocked by Playwright')) return;
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.text()} ${message.location().url}`.trim());
  });
  onTestFinished(async ({ task }) => {
    const unexpected = complaints.filter((each) => complains === false || complains?.test(each) === false);
    if (task.result?.state === 'fail' || unexpected.length > 0) await keepScreen(page, task.name, complaints);
    await context.close();
    expect(unexpected).toEqual([]);
  });
  return { page, complaints };
}

/** Saves a screenshot of a failed test to `test/screens/`. */
async function keepScreen(page: Page, name: string, complaints: string[]): Promise<void> {
  const path = fileURLToPath(new URL(`screens/${name.replace(/[^a-z0-9]+/gi, '-')}.png`, import.meta.url));
  await page.screenshot({ path, fullPage: true });
  console.log(`seen at the end of "${name}": ${path}`, complaints);
}

/** Burns LIST with real signatures on the local chain; returns the transaction's hash. */
function burn(stack: Stack, { tokens = 1_000_000n, memo, referenceKey, by }: BurnOptions): Promise<string> {
  const { mint, richHolder } = keysOf(stack);
  return burnList({
    rpcUrl: stack.rpcUrl,
    payer: by ?? richHolder,
    mint,
    amount: tokens * BASE_UNITS_PER_LIST,
    ...(memo === undefined ? {} : { memo }),
    ...(referenceKey === undefined ? {} : { referenceKey }),
  });
}

/** The local chain's mint and its largest holder. */
function keysOf(stack: Stack): { mint: string; richHolder: Keypair } {
  const folder = join(stack.dataDir, 'local-chain');
  const { mint } = JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8')) as { mint: string };
  return { mint, richHolder: readKeypair(join(folder, 'rich-holder.json')) };
}
