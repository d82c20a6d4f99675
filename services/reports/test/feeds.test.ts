import { spawnSync } from 'node:child_process';
import type { FeedCase, FeedDiffs, FeedScope, FeedSnapshot } from '@naughty-list/contracts/feeds';
import { erasePersonalData } from '@naughty-list/contracts/personal-data';
import { signedFetch } from '@naughty-list/service-kit/http/service-auth';
import { parse as parseCsv } from 'csv-parse/sync';
import fc from 'fast-check';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCasePage, readCaseStates, readChanges } from '../src/feeds/repository.ts';
import { removeReport } from '../src/reports/repository.ts';
import { type Admins, openAdmins } from './admins.ts';
import { SECRET } from './running-service.ts';

const CHANGES = Number(process.env.FEED_CHANGES ?? 1_000);
const scopes: FeedScope[] = ['corroborated', 'all'];

type StixObject = { type: string; id: string } & Partial<
  Record<'pattern' | 'created' | 'modified' | 'account_login' | 'name', string>
>;
type StixBundle = { id: string; objects: StixObject[] };

let admins: Admins;
beforeAll(async () => {
  admins = await openAdmins({ PUBLIC_ORIGIN: 'https://list.example' });
});
afterAll(() => admins.service.stop());

const db = () => admins.service.context.db;
const get = (path: string, headers: Record<string, string> = {}) =>
  signedFetch(SECRET, 'gateway')(`${admins.service.baseUrl}/feeds/${path}`, { headers });
const textOf = async (path: string) => (await get(path)).text();
const read = async <Body>(path: string): Promise<Body> => JSON.parse(await textOf(path));
const snapshot = (include: FeedScope) => read<FeedSnapshot>(`snapshot.json?include=${include}`);
const diffs = (include: FeedScope, since: string) =>
  read<FeedDiffs>(`diffs.json?include=${include}&since=${since}`);
const setStatus = (id: number, status: string) => db()('scammer_reports').where({ id }).update({ status });

async function newCase(status = 'corroborated') {
  const report = await admins.newReport();
  await setStatus(report.id, status);
  return report;
}

it('has corroborated cases, and all with their statuses on request', async () => {
  const { id, username, twitterUrl } = await newCase();
  const disputed = await newCase('disputed');
  const names = async (query = '') => (await textOf(`handles.txt${query}`)).split('\n');
  expect(await names()).toContain(username);
  expect(await names()).not.toContain(disputed.username);
  expect(await names('?include=all')).toEqual(expect.arrayContaining([username, disputed.username]));
  const { cases } = await snapshot('all');
  expect(cases).toContainEqual({
    number: id,
    username,
    status: 'corroborated',
    category: 'other',
    post: twitterUrl,
    reportedAt: expect.any(String),
  });
  expect(cases.find(({ number }) => number === disputed.id)?.status).toBe('disputed');
});

it.each(['burn', 'erasure', 'clearing', 'dispute'])(
  'drops a case at once, and names it nowhere: %s',
  async (way) => {
    const { id, username } = await newCase();
    const { version } = await snapshot('corroborated');
    expect(await textOf('snapshot.json')).toContain(username);
    if (way === 'burn') await removeReport(db(), id, `burn of ${id}`);
    if (way === 'erasure') await admins.admin().call(erasePersonalData, { body: { reportId: id } });
    if (way === 'clearing')
      await db()('scammer_reports')
        .where({ id })
        .update({ status: 'cleared', cleared_at: new Date(), is_removed: true });
    if (way === 'dispute') await setStatus(id, 'disputed');
    for (const path of [
      'handles.txt',
      'snapshot.json',
      'cases.csv',
      'atom.xml',
      'feed.json',
      'misp.json',
      'stix.json',
      `diffs.json?since=${version}`,
    ])
      expect(await textOf(path), path).not.toContain(username);
    expect((await diffs('corroborated', version)).diffs).toEqual([
      { number: id, at: expect.any(String), isRemoval: true },
    ]);
  },
);

it('has no change of what it does not show', async () => {
  const unreviewed = await admins.newReport();
  const before = await snapshot('corroborated');
  await db()('scammer_reports')
    .where({ id: unreviewed.id })
    .update({ username: `renamed${unreviewed.id}` });
  await db()('scammer_reports').increment('report_count', 1);
  expect(await diffs('corroborated', before.version)).toEqual({
    version: before.version,
    more: false,
    diffs: [],
  });
});

it('is not sent again while it is unchanged, and compressed', async () => {
  for (const path of ['handles.txt', 'snapshot.json']) {
    const first = await get(path, { 'accept-encoding': 'identity' });
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, max-age=30');
    expect(first.headers.get('x-robots-tag')).toBe('noindex');
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    for (const encoding of ['br', 'gzip']) {
      const response = await get(path, { 'accept-encoding': encoding });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(await response.text()).toBe(await (await get(path)).text());
    }
    await newCase();
    expect((await get(path, { 'if-none-match': etag })).status).toBe(200);
  }
});

it('reads as CSV, Atom and JSON Feed, for other parsers too', async () => {
  const { id, username } = await newCase();
  const gone = await newCase();
  await removeReport(db(), gone.id, `burn of ${gone.id}`);
  const rows: Record<string, string>[] = parseCsv(await textOf('cases.csv'), { columns: true });
  expect(rows).toEqual(
    (await snapshot('corroborated')).cases.map((each) => ({ ...each, number: String(each.number) })),
  );
  const atom = parseAtomFeed(await textOf('atom.xml'));
  const json = parseJsonFeed(await textOf('feed.json'));
  const entryOf = (number: number) => {
    const id = `https://list.example/feeds/cases/${number}`;
    const ofAtom = atom.entries?.find((entry) => entry.id === id);
    const ofJson = json.items?.find((item) => item.id === id);
    return [ofAtom?.title?.value ?? ofAtom?.title, ofAtom?.links?.[0]?.href, ofJson?.title, ofJson?.url];
  };
  const title = `@${username}: Corroborated`;
  const link = `https://list.example/case/${username}`;
  expect(entryOf(id)).toEqual([title, link, title, link]);
  const home = 'https://list.example/';
  const removed = `Case ${gone.id}: not in this feed any more`;
  expect(entryOf(gone.id)).toEqual([removed, home, removed, home]);
  for (const path of ['cases.csv', 'atom.xml', 'feed.json'])
    expect(await textOf(path), path).not.toContain(gone.username);
});

it('has STIX indicators, revoked without a name', async () => {
  const { id, username } = await newCase();
  const before = await read<StixBundle>('stix.json');
  const indicatorOf = (bundle: StixBundle, pattern: string) =>
    bundle.objects.find((each) => each.type === 'indicator' && each.pattern?.includes(pattern));
  const listed = indicatorOf(before, `'${username}'`);
  expect(listed).toMatchObject({ revoked: false, name: `@${username}`, labels: ['corroborated'] });
  const account = before.objects.find(({ account_login }) => account_login === username);
  expect(account).toMatchObject({ type: 'user-account', account_type: 'twitter' });
  await removeReport(db(), id, `burn of ${id}`);
  const after = await read<StixBundle>('stix.json');
  expect(after.id).toBe(before.id);
  const gone = after.objects.find((each) => each.id === listed?.id);
  expect(gone).toMatchObject({
    revoked: true,
    created: listed?.created,
    pattern: `[user-account:id = '${account?.id}']`,
  });
  expect(Date.parse(gone?.modified ?? '')).toBeGreaterThan(Date.parse(listed?.modified ?? ''));
  for (const id of after.objects.map((each) => each.id.split('--')[1])) expect(id).toMatch(UUID);
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
type MispEvent = {
  uuid: string;
  Attribute: { uuid: string; type: string; value: string; timestamp: string; deleted: boolean }[];
};
const readMisp = async () => (await read<{ Event: MispEvent }>('misp.json')).Event;

it('has a MISP event, which deletes what is gone, without its name', async () => {
  const { id, username } = await newCase();
  const before = await readMisp();
  const listed = before.Attribute.find(({ value }) => value === username);
  expect(listed).toMatchObject({ type: 'twitter-id', deleted: false });
  await removeReport(db(), id, `burn of ${id}`);
  const after = await readMisp();
  expect(after.uuid).toBe(before.uuid);
  const gone = after.Attribute.find(({ uuid }) => uuid === listed?.uuid);
  expect(gone).toMatchObject({ value: `case ${id}`, comment: '', deleted: true });
  expect(Number(gone?.timestamp)).toBeGreaterThanOrEqual(Number(listed?.timestamp));
  expect(after.Attribute.flatMap(({ value, deleted }) => (deleted ? [] : [value]))).toEqual(
    (await snapshot('corroborated')).cases.map((each) => each.username),
  );
  for (const { uuid } of [after, ...after.Attribute]) expect(uuid).toMatch(UUID);
});

it('keeps a case in its page of STIX and MISP, whatever is listed or removed before it', async () => {
  const size = 2;
  const pages = async () => {
    const found: [first: number, numbers: number[]][] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page = await readCaseStates(db(), { include: 'corroborated', after, size });
      found.push([page.first, page.states.map(({ number }) => number)]);
      after = page.next;
    }
    return found;
  };
  const held = await newCase('unreviewed');
  const ids = [(await newCase()).id, (await newCase()).id, (await newCase()).id];
  const before = await pages();
  expect(before.flatMap(([, numbers]) => numbers)).toEqual(expect.arrayContaining(ids));
  for (const [first, numbers] of before)
    expect(numbers.every((number) => number > first && number <= first + size)).toBe(true);
  await setStatus(held.id, 'corroborated');
  await removeReport(db(), ids[0] ?? 0, `burn of ${ids[0]}`);
  const after = new Map(await pages());
  for (const [first, numbers] of before) expect(after.get(first)).toEqual(expect.arrayContaining(numbers));
  const all = { include: 'corroborated', size } as const;
  expect(await readCaseStates(db(), { ...all, after: 3 })).toEqual(
    await readCaseStates(db(), { ...all, after: 2 }),
  );
  expect((await get('misp.json?after=2147483647')).status).toBe(200);
});

const READ_BY_PYMISP =
  'import sys, pymisp; event = pymisp.MISPEvent(); event.load(sys.stdin); print(event.to_json())';
const python = (code: string, input = '') =>
  spawnSync('python3', ['-W', 'ignore', '-c', code], { input, encoding: 'utf8' });
const hasPyMisp = python('import pymisp').status === 0;
// On its own line, which continuous integration repeats at the end.
if (!hasPyMisp) console.log('\nNOT TRIED: the MISP feed, because python3 has no pymisp');

it.skipIf(!hasPyMisp)('is a MISP event to PyMISP, which leaves nothing out', async () => {
  const { id } = await newCase();
  await newCase();
  await removeReport(db(), id, `burn of ${id}`);
  const text = await textOf('misp.json');
  const { stdout, stderr } = python(READ_BY_PYMISP, text);
  expect(stderr).toBe('');
  const event: MispEvent = JSON.parse(stdout);
  expect(event).toMatchObject(JSON.parse(text).Event);
});

it('dates a removal after the change before it, whichever transaction began first', async () => {
  const { id, username } = await newCase();
  const began = await db().transaction();
  await began.raw('select now()');
  await db()('scammer_reports')
    .where({ id })
    .update({ username: `${username}2` });
  const { version } = await snapshot('corroborated');
  const before = await read<StixBundle>('stix.json');
  await removeReport(began, id, `burn of ${id}`);
  await began.commit();
  const after = await read<StixBundle>('stix.json');
  const indicator = before.objects.find(({ name }) => name === `@${username}2`);
  const gone = after.objects.find((each) => each.id === indicator?.id);
  expect(Date.parse(gone?.modified ?? '')).toBeGreaterThan(Date.parse(indicator?.modified ?? ''));
  const [removal] = (await diffs('corroborated', version)).diffs;
  expect(removal?.at).toBe(gone?.modified);
});

it('refuses a version from elsewhere', async () => {
  const { version } = await snapshot('corroborated');
  const [epoch] = version.split('-');
  for (const unknown of ['00000000-1', `${epoch}-999999999999999999`])
    expect((await get(`diffs.json?since=${unknown}`)).status).toBe(404);
  for (const wrong of ['', '1', `${epoch}-1-1-1`, `${version}'`])
    expect((await get(`diffs.json?since=${encodeURIComponent(wrong)}`)).status, wrong).toBe(400);
});

it('walks pages of cases and of changes, also where one statement changed many', async () => {
  const { version } = await snapshot('all');
  await db()('scammer_reports').insert(
    Array.from({ length: 7 }, (_, at) => ({
      username: `paged${at}`,
      twitter_url: `https://x.com/paged${at}/status/1`,
      description: 'Seven at once.',
      scam_category: 'nft',
      unique_burn_address: `PAGED${at}`,
    })),
  );
  const walked: FeedCase[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page = await readCasePage(db(), { include: 'all', after, limit: 3 });
    walked.push(...page.cases);
    after = page.next;
  }
  expect(walked).toEqual((await snapshot('all')).cases);
  const changed: number[] = [];
  let after = { version: version.split('-')[1] ?? '', number: 2 ** 31 };
  for (let more = true; more; ) {
    const page = await readChanges(db(), { include: 'all', after, limit: 3 });
    changed.push(...page.diffs.map(({ number }) => number));
    after = page.last ?? after;
    more = page.more;
  }
  expect(changed).toEqual(walked.slice(-7).map(({ number }) => number));
});

it(`arrives at the snapshot by its diffs, after ${CHANGES} random changes`, async () => {
  const followers = await Promise.all(scopes.map(follow));
  const step = fc.record({
    change: fc.constantFrom(...Object.keys(changes)),
    at: fc.nat(1_000_000),
    status: fc.constantFrom('unreviewed', 'corroborated', 'disputed', 'compromised'),
  });
  const seed = Date.now();
  const steps = fc.sample(step, { numRuns: CHANGES, seed });
  // Several at once, while consumers read: versions must become visible in order.
  for (let at = 0; at < steps.length; at += 5) {
    const now = steps.slice(at, at + 5);
    await Promise.all([
      ...now.map(({ change, at: which, status }) => changes[change]?.(which, status)),
      ...(at % 50 === 0 ? followers.map(({ catchUp }) => catchUp()) : []),
    ]);
  }
  for (const { include, catchUp, cases } of followers) {
    await catchUp();
    const reached = [...cases.values()].sort((one, other) => one.number - other.number);
    expect(reached, `seed ${seed}`).toEqual((await snapshot(include)).cases);
    expect(reached.length).toBeGreaterThan(0);
  }
});

const oneOf = (at: number) =>
  db()('scammer_reports').whereRaw('id = 1 + ?::int % (select max(id) from scammer_reports)', [at]);
const changes: Record<string, (at: number, status: string) => Promise<unknown>> = {
  add: (at, status) =>
    db().raw(
      `insert into scammer_reports (username, twitter_url, description, scam_category, unique_burn_address, status)
       values (:name, 'https://x.com/' || :name, 'Random.', 'nft', :name, :status) on conflict do nothing`,
      { name: `random${at}`, status },
    ),
  judge: (at, status) => oneOf(at).update({ status, cleared_at: null }),
  judgeMany: (at, status) =>
    db()('scammer_reports')
      .whereRaw('id % 50 = ?', [at % 50])
      .update({ status, cleared_at: null }),
  remove: (at) => oneOf(at).update({ is_removed: true }),
  list: (at) => oneOf(at).update({ is_removed: false, status: 'unreviewed', cleared_at: null }),
  clear: (at) => oneOf(at).update({ status: 'cleared', cleared_at: new Date(), is_removed: true }),
  rename: (at) => oneOf(at).update({ username: db().raw("'renamed' || id") }),
  repeat: (at) => oneOf(at).increment('report_count', 1),
};

/** A consumer that starts with the snapshot and applies diffs. */
async function follow(include: FeedScope) {
  const first = await snapshot(include);
  const cases = new Map(first.cases.map((each) => [each.number, each]));
  let reached = first.version;
  async function catchUp() {
    const { version, diffs: changed } = await diffs(include, reached);
    for (const diff of changed) {
      if ('isRemoval' in diff) cases.delete(diff.number);
      else {
        const { at: _, ...each } = diff;
        cases.set(each.number, each);
      }
    }
    reached = version;
  }
  return { include, cases, catchUp };
}
