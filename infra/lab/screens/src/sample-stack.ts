import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, createApiClient } from '@naughty-list/api-client/client';
import { CASE_CODE_HEADER } from '@naughty-list/contracts/appeals';
import { generateBurnAddress } from '@naughty-list/contracts/membership';
import { submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { withdrawOwnReport } from '@naughty-list/contracts/own-report';
import { type SubmittedReport, submitReport } from '@naughty-list/contracts/reports';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import { type Stack, startStack } from '@naughty-list/embedded/stack';
import { burnList, createFundedHolder, transferList } from '@naughty-list/local-chain/actions';
import { readKeypair } from '@naughty-list/local-chain/genesis/keypair-file';
import { createControlClient } from '@naughty-list/local-chain/test/control-client';
import { LIST, startMarketServer } from '@naughty-list/test-kit/market-server';
import { LIST_NEEDED, payInEveryWay } from '@naughty-list/web/test/payments-of-every-kind';
import type { Keypair } from '@solana/web3.js';
import type { Page } from 'playwright-core';
import { endIntentsAt } from '../../../../packages/payment-flow/test/end-intents.ts';
import { openDatabase } from '../../../../packages/service-kit/src/database/database.ts';
import { naughty, nice } from './samples.ts';

const BASE_UNITS_PER_LIST = 1_000_000n;
const PRICE = 1_000_000n * BASE_UNITS_PER_LIST;
const FEE = 750_000n * BASE_UNITS_PER_LIST;
/** Longer than any screenshot takes. */
const HELD_MS = 600_000;

const admin = { username: 'santa', password: 'twelve reindeer fly' };

export type SampleStack = {
  url: string;
  /** The memo of a removal. */
  referenceOf(username: string): string;
  /** Burns the price without becoming final; returns the hash. */
  burnThatIsUnderWay(memo: string): Promise<string>;
  admin: { username: string; password: string };
  /** Burns the price, or `tokens`, with this memo, if any; returns the hash. */
  burn(memo?: string, tokens?: bigint): Promise<string>;
  /** A new report, for a scene that changes it. */
  report(username: string): Promise<SubmittedReport>;
  /** As its reporter does. */
  withdraw(report: SubmittedReport): Promise<unknown>;
  /** Ends the time of every payment intent. */
  expireIntents(): Promise<unknown>;
  /** The wallet that paid in every way, from this page's browser; the same one for all scenes. */
  payer(page: Page): Promise<Keypair>;
  /** A new wallet that can pay the membership fee. */
  member(): Promise<Keypair>;
  /** Pays the membership fee without a memo; returns the hash. */
  payFee(by: Keypair): Promise<string>;
  stop(): Promise<void>;
};

/** A real stack with a simulated market and entries in both lists. */
export async function startSampleStack(): Promise<SampleStack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'naughty-list-screens-'));
  chmodSync(dataDir, 0o711);
  const market = await startMarketServer();
  const stack = await startStack({
    dataDir,
    host: '127.0.0.1',
    port: 0,
    env: {
      ...(process.env.WEB_ROOT ? { WEB_ROOT: process.env.WEB_ROOT } : {}),
      // No call leaves this machine.
      AVATAR_URL: 'http://127.0.0.1:1',
      OEMBED_URL: 'http://127.0.0.1:1',
      RATE_LIMIT_WRITES_PER_MINUTE: '1000',
      CHALLENGE_AFTER_WRITES_PER_HOUR: '0',
      HOLD_REPORTS_ABOVE_PER_MINUTE: '0',
      RATE_LIMIT_LOGINS_PER_15_MINUTES: '1000',
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      MARKET_DATA_URL: market.url,
      MARKET_TOKEN_ADDRESS: LIST,
    },
    chain: { env: { CHAIN_CONTROL: 'true' } },
    postgres: { fsync: false },
  });
  const references = await fillLedgers(stack);
  const { mint, richHolder } = keysOf(stack);
  const { rpcUrl } = stack;
  let payer: Promise<Keypair> | undefined;
  return {
    url: stack.url,
    admin,
    referenceOf: (username) => references.get(username) ?? '',
    burnThatIsUnderWay: async (memo) => {
      const hash = await burnList({ rpcUrl, payer: richHolder, mint, amount: PRICE, memo });
      await createControlClient(rpcUrl).setDelays({ signature: hash, finalizeMs: HELD_MS });
      return hash;
    },
    burn: (memo, tokens = 1_000_000n) =>
      burnList({
        rpcUrl,
        payer: richHolder,
        mint,
        amount: tokens * BASE_UNITS_PER_LIST,
        ...(memo && { memo }),
      }),
    report: (username) => reportOf(createApiClient({ baseUrl: stack.url }), username),
    withdraw: ({ reportCode = '' }) => {
      const headers = { [CASE_CODE_HEADER]: reportCode };
      return createApiClient({ baseUrl: stack.url }).call(withdrawOwnReport, {}, { headers });
    },
    async expireIntents() {
      const secret = readFileSync(join(dataDir, 'internal-secret'), 'utf8').trim();
      const db = openDatabase({ url: stack.databaseUrl, schema: 'reports', secret });
      await endIntentsAt(db, new Date()).finally(() => db.destroy());
    },
    payer: (page) => (payer ??= payInEachWay(stack, page)),
    member: () => createFundedHolder({ rpcUrl, richHolder, mint, amount: FEE }),
    payFee: async (payer) => {
      const api = createApiClient({ baseUrl: stack.url });
      const { burnAddress: to } = await api.call(generateBurnAddress);
      return transferList({ rpcUrl, payer, mint, amount: FEE, to });
    },
    stop: async () => {
      await stack.stop();
      await market.stop();
      removeDatabase(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the reference of each report's removal, by username. */
async function fillLedgers(stack: Stack): Promise<Map<string, string>> {
  const api = createApiClient({ baseUrl: stack.url });
  const references = new Map<string, string>();
  const post = (username: string) => `https://x.com/${username}/status/1225`;
  for (const [username, description] of naughty.toReversed()) {
    const body = { twitterUrl: post(username), username, description };
    references.set(username, (await api.call(submitReport, { body })).uniqueBurnAddress);
  }
  for (const [username, description] of nice.toReversed()) {
    await api.call(submitNiceReport, { body: { twitterUrl: post(username), username, description } });
  }
  return references;
}

function keysOf(stack: Stack): { mint: string; richHolder: Keypair } {
  const folder = join(stack.dataDir, 'local-chain');
  const { mint } = JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8')) as { mint: string };
  return { mint, richHolder: readKeypair(join(folder, 'rich-holder.json')) };
}

function reportOf(api: ApiClient, username: string): Promise<SubmittedReport> {
  const twitterUrl = `https://x.com/${username}/status/1225`;
  const body = { twitterUrl, username, description: 'Sold us a sleigh that was never built.' };
  return api.call(submitReport, { body });
}

/** For reports of its own, so that other scenes keep theirs. */
async function payInEachWay(stack: Stack, page: Page): Promise<Keypair> {
  const api = createApiClient({ baseUrl: stack.url });
  const { rpcUrl } = stack;
  const { mint, richHolder } = keysOf(stack);
  const by = await createFundedHolder({
    rpcUrl,
    richHolder,
    mint,
    amount: LIST_NEEDED * BASE_UNITS_PER_LIST,
  });
  const reports: { id: number; reference: string }[] = [];
  for (const username of ['ash_in_stocking', 'late_sleigh', 'half_a_candy', 'one_crumb', 'nameless_gift']) {
    const { id, uniqueBurnAddress: reference } = await reportOf(api, username);
    reports.push({ id, reference });
  }
  await payInEveryWay(page, {
    rpcUrl,
    by,
    reports,
    burn: ({ memo, tokens = 1_000_000n, by: payer = richHolder }) =>
      burnList({ rpcUrl, payer, mint, amount: tokens * BASE_UNITS_PER_LIST, ...(memo && { memo }) }),
    pay: ({ to, memo, by: payer }) => transferList({ rpcUrl, payer, mint, amount: FEE, to, memo }),
  });
  return by;
}
