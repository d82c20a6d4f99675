/** A public endpoint with an example; a test calls each. */
export type ApiExample = { title: string; text: string; path: string; body?: Record<string, string> };

export const apiExamples: readonly ApiExample[] = [
  {
    title: 'Is this account listed?',
    text: 'At most 100 reports, best match first: usernames before descriptions. An empty array means that nothing was found. Not listed doesn’t mean safe.',
    path: '/api/scammer-reports/search?q=username',
  },
  {
    title: 'The same, without naming the account',
    text: 'Write the name in lower case, without underscores, i and 1 as l, 0 as o, then rn as m and vv as w; send the first four digits of its SHA-256. Entries have the SHA-256 of the lower-case name as account, and of the form above as looksLike: a hint, never an answer.',
    path: '/api/private-check/0f9a',
  },
  {
    title: 'The Naughty List',
    text: 'Newest first, up to 1,000 a page; category is optional. X-Total-Count has the number of all, and If-None-Match with the last ETag spares the body.',
    path: '/api/scammer-reports?limit=100&offset=0&category=phishing',
  },
  {
    title: 'The Nice List',
    text: 'The same for praise. Search it at /api/nice-reports/search.',
    path: '/api/nice-reports?limit=100&offset=0',
  },
  {
    title: 'Feed: names alone',
    text: 'Corroborated cases, one username a line; include=all has every listed one. Follow the Link header to the next page.',
    path: '/feeds/handles.txt?include=all',
  },
  {
    title: 'Feed: a copy that keeps up',
    text: 'Load the snapshot once, then ask /feeds/diffs.json?since= with the last version. A removal has only the number of its case: drop that case, within a day at the latest. 404: start again.',
    path: '/feeds/snapshot.json',
  },
  {
    title: 'Feed: for spreadsheets and feed readers',
    text: 'The snapshot as CSV. For feed readers: /feeds/atom.xml and /feeds/feed.json, with the newest 50 changes.',
    path: '/feeds/cases.csv',
  },
  {
    title: 'Feed: for threat intelligence',
    text: 'A STIX 2.1 bundle of accounts and indicators; the indicator of a case that is gone is revoked. /feeds/misp.json is a MISP event; the attribute of a case that is gone is deleted, without its name.',
    path: '/feeds/stix.json',
  },
  {
    title: 'Every burn that removed a report',
    text: 'With totals; amounts are exact decimal numbers of tokens. Each burn has a receipt to check offline: /api/receipts/ and its transactionHash.',
    path: '/api/burns?limit=100',
  },
  {
    title: 'The public ledger',
    text: 'Every change of the register is a leaf of a log in C2SP’s tlog-tiles format, which Go’s sumdb/tlog verifies over /log/tile/. Keep the key of /log/key, and a checkpoint to compare later ones with.',
    path: '/log/checkpoint',
  },
  {
    title: 'The register in figures',
    text: 'Reports, statements, holds, appeals and burns by month.',
    path: '/api/transparency',
  },
  {
    title: 'Token, prices and links',
    text: 'Contract address, decimals, removal cost and membership fee.',
    path: '/api/token-config',
  },
  {
    title: 'Report an account',
    text: 'A link to a post of the account, 10 to 1,000 characters, and a category if you like. Send an Idempotency-Key, so that a retry makes no second report. 409 with existingUsername: it is listed already.',
    path: '/api/scammer-reports',
    body: {
      twitterUrl: 'https://x.com/username/status/123',
      username: 'username',
      description: 'What happened, in your words.',
      scamCategory: 'other',
    },
  },
];

/** The example as a shell command. */
export function curlOf({ path, body }: ApiExample, origin: string): string {
  if (!body) return `curl '${origin}${path}'`;
  return [
    `curl '${origin}${path}' \\`,
    "  -H 'content-type: application/json' \\",
    '  -H "idempotency-key: $(uuidgen)" \\',
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}

export const apiRules: readonly string[] = [
  'Per client and minute: 600 reads, 120 pages of feeds and 10 reports by default. X-RateLimit-Remaining says what is left; 429 carries Retry-After in seconds.',
  'After ten reports in an hour, 428 asks for a proof of work (ALTCHA).',
  'Webhooks (case.updated, case.removed) follow Standard Webhooks: an operator adds your https URL and a secret. case.removed may name a case that you never had. Missed some? /feeds/diffs.json has all.',
  'Every error is JSON with a message for people and a code for programs; codes keep their meaning.',
  'Times are ISO 8601 in UTC. New fields may be added: ignore those that you do not know.',
  'Keep no copy of a report longer than a day: a removed report is gone from the API at once, and from feeds within a minute.',
];
