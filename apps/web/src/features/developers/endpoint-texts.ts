/** A public endpoint with an example; a test calls each. */
export type ApiExample = { title: string; text: string; path: string; body?: Record<string, string> };

export const apiExamples: readonly ApiExample[] = [
  {
    title: 'Is this account listed?',
    text: "At most 100 reports, best match first: usernames before descriptions. An empty array means that nothing was found. Not listed doesn't mean safe.",
    path: '/api/scammer-reports/search?q=username',
  },
  {
    title: 'The same, without naming the account',
    text: 'Lower-case the name, drop underscores, map i and 1 to l, 0 to o, rn to m and vv to w, then send the first four hex digits of its SHA-256. Each entry has the SHA-256 of the lower-case name as account, and that of the form above as looksLike, which is a hint and never an answer.',
    path: '/api/private-check/0f9a',
  },
  {
    title: 'Which cases name this wallet, site or chat?',
    text: 'Kinds are solana, evm, transaction, domain, telegram, discord, x and others. Named in reports; ownership is not verified.',
    path: '/api/traces/domain/free-presents.com',
  },
  {
    title: 'The Naughty List',
    text: "Newest first, up to 1,000 a page; category is optional. To go further, pass before= with the id of a page's last entry; offset goes up to 10,000. X-Total-Count is the total; send If-None-Match with the last ETag to skip the body.",
    path: '/api/scammer-reports?limit=100&category=phishing',
  },
  {
    title: 'The Nice List',
    text: 'The same for praise. Search it at /api/nice-reports/search.',
    path: '/api/nice-reports?limit=100',
  },
  {
    title: 'Feed: names only',
    text: 'Corroborated cases, one username per line; include=all adds every listed account. Follow the Link header to the next page.',
    path: '/feeds/handles.txt?include=all',
  },
  {
    title: 'Feed: a copy that keeps up',
    text: 'Load every page of the snapshot once: follow the Link header. Then ask /feeds/diffs.json?since= with the version of the first page, and later with that of the last diffs; use the same include for all. A removal gives only the case number: drop that case within a day at the latest. On 404, start again.',
    path: '/feeds/snapshot.json',
  },
  {
    title: 'Feed: for spreadsheets and feed readers',
    text: 'The snapshot as CSV, with the same Link header. For feed readers: /feeds/atom.xml and /feeds/feed.json, with the newest 50 changes.',
    path: '/feeds/cases.csv',
  },
  {
    title: 'Feed: for threat intelligence',
    text: 'A STIX 2.1 bundle of accounts and indicators for each 1,000 case numbers: follow the Link header. The indicator of a case that is gone is revoked. A grouping lists what else its reports name, unverified. /feeds/misp/corroborated and /feeds/misp/all are MISP feeds with one event per month, split every 10,000 case numbers; the attribute of a case that is gone is deleted, without its name.',
    path: '/feeds/stix.json',
  },
  {
    title: 'Every burn that removed a report',
    text: 'With totals; amounts are exact decimal numbers of tokens. Each burn has a receipt to check offline, at /api/receipts/ plus its transactionHash, unless an admin accepted it by hand.',
    path: '/api/burns?limit=100',
  },
  {
    title: 'The public ledger',
    text: "Every change to the register is a leaf of a log in C2SP's tlog-tiles format, verifiable with Go's sumdb/tlog at /log/tile/. Keep the key from /log/key, and a checkpoint to compare later ones with.",
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
    text: "A link to a post by the account, a description of 10 to 1,000 characters, and a category if you like. Send an Idempotency-Key, so that a retry doesn't create a second report. 409 with existingUsername: the account is already listed.",
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
  'Per client and minute: 600 reads, 120 pages of feeds and 10 reports by default. X-RateLimit-Remaining says how many are left; 429 carries Retry-After in seconds.',
  'After ten submissions in an hour, or in a flood of them, 428 asks for a proof of work (ALTCHA).',
  'Webhooks (case.updated, case.removed, register.restored) follow Standard Webhooks: an operator adds your https URL and a secret. case.removed may refer to a case you never received. register.restored means: read the snapshot again. Missed any? Catch up with /feeds/diffs.json.',
  'Every error is JSON with a message for people and a code for programs; codes keep their meaning.',
  "Times are ISO 8601 in UTC. We may add fields; ignore any you don't recognize.",
  'Keep no copy of a report longer than a day: a removed report is gone from the API at once, and from feeds within a minute.',
];
