import { getCase, listStatements } from '@naughty-list/contracts/cases';
import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import { lookUp } from '@naughty-list/contracts/look-up';
import { getMarketData } from '@naughty-list/contracts/market-data';
import { listNiceReports } from '@naughty-list/contracts/nice-reports';
import { getPrivateCheckShard } from '@naughty-list/contracts/private-check';
import { listReports, searchReports } from '@naughty-list/contracts/reports';
import { getTokenConfig } from '@naughty-list/contracts/token-config';
import { expect, it } from 'vitest';
import { answerSchema } from '../light-endpoints.ts';
import { fits, type Shape } from '../src/lib/store.ts';

const report = {
  id: 7,
  twitterUrl: 'https://x.com/grinch/status/1',
  username: 'grinch',
  tweetContent: null,
  tweetDate: null,
  scamCategory: 'other',
  description: 'Sold us a sleigh that was never built.',
  evidenceUrls: ['https://example.com/sleigh'],
  reportedAt: '2026-11-21T03:00:00.000Z',
  reportCount: 1,
  isRemoved: false,
  uniqueBurnAddress: 'LISTBURN007',
};
const { scamCategory, evidenceUrls, isRemoved, uniqueBurnAddress, ...reported } = report;
const praise = { ...reported, isReviewed: false };
const links = { x: 'a', tiktok: 'b', telegram: 'c', chart: 'd' };
const config = {
  contractAddress: 'a',
  decimals: 6,
  burnWalletAddress: 'b',
  removalCostTokens: '1000000',
  membershipFeeTokens: '750000',
  cluster: 'localnet',
  rpcUrl: 'http://127.0.0.1',
  isChainReachable: true,
  embedPosts: true,
  explainerVideoIds: ['one', 'two'],
  links,
};
const subject = { kind: 'account', username: 'grinch', invalid: null };
const trace = { kind: 'domain', value: 'sleigh.example' };
const inShort = {
  username: 'grinch',
  status: 'unreviewed',
  statusSince: report.reportedAt,
  times: 2,
  since: report.reportedAt,
  firstLines: report.description,
  twitterUrl: report.twitterUrl,
  aliases: [],
  handleChangedAt: null,
  losses: [{ mint: null, decimals: 9, amount: '5', losses: 1 }],
};
const answer = {
  subject,
  naughty: inShort,
  burned: { username: 'grinch', at: report.reportedAt },
  nice: { username: 'grinch', times: 1, since: report.reportedAt, isReviewed: false },
  near: [{ username: 'gr1nch', list: 'nice', status: null, hasChangedHands: false }],
  meant: [],
  naming: { trace, total: 0, cases: [] },
  isReceipt: false,
};
const shardEntry = {
  account: 'a'.repeat(64),
  looksLike: '0'.repeat(64),
  list: 'naughty',
  status: 'disputed',
  times: 1,
  since: report.reportedAt,
  isReviewed: true,
};
const statement = { id: 1, twitterUrl: 'a', description: 'b', madeAt: report.reportedAt };
const change = {
  status: 'compromised',
  rule: 'compromised_account',
  reason: 'c',
  role: 'moderator',
  at: report.reportedAt,
  period: { from: '2026-11-01', to: '2026-11-02' },
};
const shownCase = {
  number: 7,
  username: 'grinch',
  status: 'compromised',
  statusSince: report.reportedAt,
  report,
  statements: [statement],
  losses: [],
  goneSince: null,
  traces: [trace],
  sharing: [],
  changes: [change, { ...change, period: null }],
  reply: { body: 'd', at: report.reportedAt, proven: true },
  appeal: { proven: true, dueAt: report.reportedAt },
};
const figures = { marketCap: 1.5, volume24h: null, priceChange24h: -3 };

const answers = [
  { name: 'the list', schema: listReports.answers[200], good: [[], [report], [report, report]] },
  { name: 'the search', schema: searchReports.answers[200], good: [[report]] },
  {
    name: 'the look-up',
    schema: lookUp.answers[200],
    good: [{ answers: [] }, { answers: [answer, { ...answer, naughty: null, burned: null, nice: null }] }],
  },
  {
    name: 'a shard',
    schema: getPrivateCheckShard.answers[200],
    good: [
      { entries: [], padding: '0000' },
      { entries: [shardEntry, { ...shardEntry, list: 'nice', status: null }], padding: '' },
    ],
  },
  {
    name: 'a case',
    schema: getCase.answers[200],
    good: [shownCase, { ...shownCase, reply: null, appeal: null }],
  },
  { name: 'statements', schema: listStatements.answers[200], good: [[], [statement]] },
  { name: 'the Nice List', schema: listNiceReports.answers[200], good: [[praise]] },
  { name: 'the token config', schema: getTokenConfig.answers[200], good: [config] },
  { name: 'the hit counter', schema: getHitCounter.answers[200], good: [{ hitCount: 0 }, { hitCount: 12 }] },
  {
    name: 'market data',
    schema: getMarketData.answers[200],
    good: [{ connected: false }, { connected: true, figures, ageSeconds: 3 }],
  },
];
const strangers: unknown[] = [
  undefined,
  null,
  true,
  '',
  'x',
  0,
  -1,
  1.5,
  2 ** 60,
  [],
  [null],
  {},
  { extra: 1 },
];

/** Variants of a value: each part removed or replaced by another type, one at a time, and one with an extra field. */
function* variants(value: unknown): Generator<unknown> {
  yield* strangers;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      for (const other of variants(item)) yield value.with(at, other as never);
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, extra: 'of a newer release' };
    for (const [key, inner] of Object.entries(value)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const other of variants(inner)) yield { ...value, [key]: other };
    }
  }
}

const keywords = new Set(
  'type const enum anyOf oneOf properties required items pattern minimum maximum minLength maxLength maxItems'.split(
    ' ',
  ),
);

/** Keywords of a shape that `fits` ignores; a contract that needs one cannot be a light endpoint. */
function unknownKeywords(shape: Shape): string[] {
  const inner = [
    ...Object.values(shape.properties ?? {}),
    ...(shape.items ? [shape.items] : []),
    ...(shape.anyOf ?? []),
    ...(shape.oneOf ?? []),
  ];
  return [...Object.keys(shape).filter((name) => !keywords.has(name)), ...inner.flatMap(unknownKeywords)];
}

it.each(answers)('checks $name without Zod as the contract does with it', ({ schema, good }) => {
  const shape: Shape = answerSchema(schema);
  expect(unknownKeywords(shape)).toEqual([]);
  for (const answer of good) {
    expect(fits(shape, answer)).toBe(true);
    for (const variant of variants(answer)) {
      expect([variant, fits(shape, variant)]).toEqual([variant, schema.safeParse(variant).success]);
    }
  }
});
