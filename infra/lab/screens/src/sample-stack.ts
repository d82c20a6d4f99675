import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CASE_CODE_HEADER } from '@naughty-list/contracts/appeals';
import { generateBurnAddress } from '@naughty-list/contracts/membership';
import { submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { withdrawOwnReport } from '@naughty-list/contracts/own-report';
import type { SubmittedReport } from '@naughty-list/contracts/reports';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { LIST, startMarketServer } from '@naughty-list/test-kit/stand-in-server';
import { LIST_NEEDED, payInEveryWay } from '@naughty-list/web/test/payments-of-every-kind';
import { HELD_MS, startWeb, type WebUnderTest } from '@naughty-list/web/test/web-under-test';
import type { Keypair } from '@solana/web3.js';
import type { Page } from 'playwright-core';
import { endIntentsAt } from '../../../../packages/payment-flow/test/end-intents.ts';
import { openDatabase } from '../../../../packages/service-kit/src/database/database.ts';

// Invented names and deeds, so that no screenshot accuses or praises a real account.

/** Entries of the Naughty List, newest first. */
const naughty = [
  [
    'rug_pull_rudy',
    'Promised a moon and eight reindeer, then rugged the village on Christmas Eve, sleigh and liquidity and all.',
  ],
  [
    'coal_coin_carl',
    'Took deposits for digital coal, a honeypot: it could be bought by anybody and sold by nobody.',
  ],
  [
    'frosty_phish',
    'Phishing with a link to "claim your snowballs". Whoever connects a wallet finds it melted by morning.',
  ],
  [
    'ponzi_penguin',
    'A ponzi on ice: pays the first penguins with the fish of the last ones, who are getting hungry.',
  ],
  [
    'grinch_capital',
    'Guarantees presents every day, for everybody, for ever. Stole the chimney when asked how.',
  ],
  [
    'tinsel_clone',
    'A copycat of an honest workshop: same tinsel, other wallet. Answers questions with a block.',
  ],
] as const;

/** Entries of the Nice List, newest first. */
const nice = [
  [
    'honest_holly',
    'Found a bug worth a fortune, told the team at night, and asked for nothing but a thank-you card. A true hero.',
  ],
  [
    'patient_pine',
    'Explains wallets to grandparents for free, and is kind when they ask for the fourth time.',
  ],
  [
    'refund_robin',
    'Cancelled a sale and gave it all back, to the last lamport, before anybody had to ask. Generous to a fault.',
  ],
  [
    'warning_wren',
    'Reads every contract there is and warned the whole village before the bridge broke. A legend in wool socks.',
  ],
] as const;

export const ADMIN = { username: 'santa', password: 'twelve reindeer fly' };

export type SampleStack = WebUnderTest & {
  /** The memo of a removal. */
  referenceOf(username: string): string;
  /** Burns the price without becoming final; returns the hash. */
  burnThatIsUnderWay(memo: string): Promise<string>;
  /** As its reporter does. */
  withdraw(report: SubmittedReport): Promise<unknown>;
  /** Ends the time of every payment intent. */
  expireIntents(): Promise<unknown>;
  /** The wallet that paid in every way, from this page's browser; the same one for all scenes. */
  payer(page: Page): Promise<Keypair>;
  /** Pays the membership fee without a memo; returns the hash. */
  payFee(by: Keypair): Promise<string>;
};

/** A real stack with a simulated market and entries in both lists. */
export async function startSampleStack(): Promise<SampleStack> {
  const market = await startMarketServer();
  const web = await startWeb({
    WEB_ROOT: process.env.WEB_ROOT ?? join(REPOSITORY, 'apps/web/dist'),
    RATE_LIMIT_LOGINS_PER_15_MINUTES: '1000',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    MARKET_DATA_URL: market.url,
    MARKET_TOKEN_ADDRESS: LIST,
  });
  const { stack, api, chain } = web;
  const references = await fillLedgers(web);
  let payer: Promise<Keypair> | undefined;
  return {
    ...web,
    referenceOf: (username) => references.get(username) ?? '',
    burnThatIsUnderWay: async (memo) => {
      const signature = await web.burn({ memo });
      await chain.setDelays({ signature, finalizeMs: HELD_MS });
      return signature;
    },
    withdraw: ({ reportCode = '' }) =>
      api.call(withdrawOwnReport, {}, { headers: { [CASE_CODE_HEADER]: reportCode } }),
    async expireIntents() {
      const secret = readFileSync(join(stack.dataDir, 'internal-secret'), 'utf8').trim();
      const db = openDatabase({ url: stack.databaseUrl, schema: 'reports', secret });
      await endIntentsAt(db, new Date()).finally(() => db.destroy());
    },
    payer: (page) => (payer ??= payInEachWay(web, page)),
    payFee: async (by) => web.pay({ to: (await api.call(generateBurnAddress)).burnAddress, by }),
    stop: async () => {
      await web.stop();
      await market.stop();
    },
  };
}

/** Returns the reference of each report's removal, by username. */
async function fillLedgers({ api, report }: WebUnderTest): Promise<Map<string, string>> {
  const references = new Map<string, string>();
  for (const [username, description] of naughty.toReversed())
    references.set(username, (await report({ username, description })).uniqueBurnAddress);
  for (const [username, description] of nice.toReversed()) {
    const body = { twitterUrl: `https://x.com/${username}/status/1225`, username, description };
    await api.call(submitNiceReport, { body });
  }
  return references;
}

/** For reports of its own, so that other scenes keep theirs. */
async function payInEachWay(web: WebUnderTest, page: Page): Promise<Keypair> {
  const { burn, pay } = web;
  const by = await web.holder({ list: LIST_NEEDED });
  const reports: { id: number; reference: string }[] = [];
  for (const username of ['ash_in_stocking', 'late_sleigh', 'half_a_candy', 'one_crumb', 'nameless_gift']) {
    const { id, uniqueBurnAddress: reference } = await web.report({ username });
    reports.push({ id, reference });
  }
  await payInEveryWay(page, { rpcUrl: web.stack.rpcUrl, by, reports, burn, pay });
  return by;
}
