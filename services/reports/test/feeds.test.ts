import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { FeedCase, FeedDiffs, FeedScope, FeedSnapshot } from '@naughty-list/contracts/feeds';
import { traceTexts } from '@naughty-list/contracts/trace-texts';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { parse as parseCsv } from 'csv-parse/sync';
import fc from 'fast-check';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import type { Knex } from 'knex';
import { expect, it } from 'vitest';
import { readCasePage, readCaseStates, readChanges } from '../src/publication/feeds/repository.ts';
import { recordChanges } from '../src/record/ledger/append.ts';
import { noteName } from '../src/register/aliases/repository.ts';
import { addTraces } from '../src/register/traces.ts';
import { openAdmins } from './admins.ts';
import { readMispFeed } from './misp-format.ts';
import { removeReport } from './past-operations.ts';
import { ANYTHING } from './running-service.ts';

const CHANGES = Number(process.env.FEED_CHANGES ?? 300);
const scopes: FeedScope[] = ['corroborated', 'all'];

type StixObject = { type: string; id: string; revoked?: boolean } & Partial<
  Record<'pattern' | 'created' | 'modified' | 'account_login' | 'name' | 'source_ref' | 'target_ref', string>
>;
type StixBundle = { id: string; objects: StixObject[] };

const admins = closeAfterAll(await openAdmins({ PUBLIC_ORIGIN: 'https://list.example' }));

const db = () => admins.service.context.db;
const get = (path: string, headers: Record<string, string> = {}) =>
  admins.service.fetch(`/feeds/${path}`, { headers });
const textOf = async (path: string) => (await get(path)).text();
const read = async <Body>(path: string): Promise<Body> => JSON.parse(await textOf(path));
const snapshot = (include: FeedScope) => read<FeedSnapshot>(`snapshot.json?include=${include}`);
const diffs = (include: FeedScope, since: string) =>
  read<FeedDiffs>(`diffs.json?include=${include}&since=${since}`);
/** Changes reports as operations do, with all that follows from it. */
const change = (changed: Knex.QueryBuilder): Promise<void> =>
  db().transaction(async (trx) => {
    const rows: { id: number }[] = await changed.transacting(trx).returning('id');
    await recordChanges(trx, { cases: rows.map(({ id }) => id) }, ANYTHING);
  });
const setStatus = (id: number, status: string) => change(admins.changeRow(id, { status }));

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
    aliases: [],
    handleChangedAt: null,
    traces: [],
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
    if (way === 'erasure') await admins.erase({ reportId: id });
    if (way === 'clearing')
      await change(admins.changeRow(id, { status: 'cleared', cleared_at: new Date(), is_removed: true }));
    if (way === 'dispute') await setStatus(id, 'disputed');
    for (const path of [
      'handles.txt',
      'snapshot.json',
      'cases.csv',
      'atom.xml',
      'feed.json',
      'misp/corroborated/hashes.csv',
      'stix.json',
      `diffs.json?since=${version}`,
    ])
      expect(await textOf(path), path).not.toContain(username);
    expect(JSON.stringify(await readMisp())).not.toContain(username);
    expect((await diffs('corroborated', version)).diffs).toEqual([
      { number: id, at: expect.any(String), isRemoval: true },
    ]);
  },
);

it('has no change of fields that it does not show', async () => {
  const unreviewed = await admins.newReport();
  const before = await snapshot('corroborated');
  await change(admins.changeRow(unreviewed.id, { username: `renamed${unreviewed.id}` }));
  await change(db()('scammer_reports').increment('independent', 1));
  expect(await diffs('corroborated', before.version)).toEqual({
    version: before.version,
    more: false,
    diffs: [],
  });
});

it('may be cached for half a minute, but not by search engines', async () => {
  for (const path of ['handles.txt', 'snapshot.json', 'atom.xml']) {
    const { headers } = await get(path);
    expect(headers.get('cache-control')).toBe('public, max-age=30');
    expect(headers.get('x-robots-tag')).toBe('noindex');
  }
});

it('reads as CSV, Atom and JSON Feed, for other parsers too', async () => {
  const { id, username } = await newCase();
  const gone = await newCase();
  await removeReport(db(), gone.id, `burn of ${gone.id}`);
  const rows: Record<string, string>[] = parseCsv(await textOf('cases.csv'), { columns: true });
  expect(rows).toEqual(
    (await snapshot('corroborated')).cases.map((each) => ({
      ...each,
      number: String(each.number),
      aliases: '',
      handleChangedAt: '',
      traces: '',
    })),
  );
  const atom = parseAtomFeed(await textOf('atom.xml'));
  const json = parseJsonFeed(await textOf('feed.json'));
  expect(json.items?.map((item) => item.content_text)).toEqual(json.items?.map((item) => item.title));
  expect(json.items?.length).toBeGreaterThan(0);
  const entryOf = (number: number) => {
    const id = `https://list.example/feeds/cases/${number}`;
    const ofAtom = atom.entries?.find((entry) => entry.id === id);
    const ofJson = json.items?.find((item) => item.id === id);
    return [ofAtom?.title?.value ?? ofAtom?.title, ofAtom?.links?.[0]?.href, ofJson?.title, ofJson?.url];
  };
  const title = `Reports about @${username}, corroborated`;
  const link = `https://list.example/case/${username}`;
  expect(entryOf(id)).toEqual([title, link, title, link]);
  const home = 'https://list.example/';
  const removed = `Case ${gone.id}: no longer in this feed`;
  expect(entryOf(gone.id)).toEqual([removed, home, removed, home]);
  for (const path of ['cases.csv', 'atom.xml', 'feed.json'])
    expect(await textOf(path), path).not.toContain(gone.username);
});

/** What the published types of JSON Feed 1.1 say about each document, by the compiler. */
async function jsonFeedFaults(feeds: object[]): Promise<string[]> {
  const { resolve } = createRequire(import.meta.url);
  const types = join(dirname(resolve('@json-feed-types/1_1/package.json')), 'index');
  const folder = mkdtempSync(join(tmpdir(), 'naughty-list-feed-'));
  const files = feeds.map((feed, index) => {
    const file = join(folder, `feed${index}.ts`);
    writeFileSync(
      file,
      `import type Feed from '${types}';\nexport const feed: Feed = ${JSON.stringify(feed)};\n`,
    );
    return file;
  });
  const compiler = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'preserve', '--pretty', 'false'];
  const faults = await promisify(execFile)(process.execPath, [compiler, ...options, ...files]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  rmSync(folder, { recursive: true });
  const lines = faults.split('\n');
  return files.map((file) => lines.filter((line) => line.includes(basename(file))).join('\n'));
}

it('is a JSON Feed by the types of another project', async () => {
  await newCase();
  const feed = await read<{ items: [{ id: string }] }>('feed.json');
  const [first] = feed.items;
  const wrong = [{ id: first.id }, { ...first, id: 7 }, { ...first, surprise: '' }];
  expect(await jsonFeedFaults([feed, ...wrong.map((item) => ({ ...feed, items: [item] }))])).toEqual([
    '',
    ...wrong.map(() => expect.stringContaining('error TS')),
  ]);
}, 120_000);

const READ_BY_RUBY = `
require 'rss'; require 'json'
print JSON.parse($stdin.read).map { |feed|
  RSS::Parser.parse(feed, validate: true, ignore_unknown_element: false).items.size rescue nil
}.to_json`;
/** How many entries it finds in each feed; null where it refuses. */
async function ruby(feeds: string[]): Promise<(number | null)[]> {
  const running = promisify(execFile)('ruby', ['-e', READ_BY_RUBY]);
  running.child.stdin?.end(JSON.stringify(feeds));
  return JSON.parse((await running).stdout);
}
const hasRuby = spawnSync('ruby', ['-e', "require 'rss'"]).status === 0;
// On its own line, which continuous integration repeats at the end.
if (!hasRuby) console.log('\nNOT TRIED: the Atom feeds, because there is no ruby with rss');

it.skipIf(!hasRuby)('is Atom to the validating parser of Ruby, the feed of a case too', async () => {
  const { id, username } = await newCase();
  await removeReport(db(), (await newCase()).id, `burn of ${id}`);
  const atom = await textOf('atom.xml');
  const wrong = [/<id>[^<]*<\/id>/, /<updated>[^<]*<\/updated>/, /<name>[^<]*<\/name>/].map((part) =>
    atom.replace(part, ''),
  );
  wrong.push(atom.replace('<entry>', '<entry><surprise/>'));
  expect(await ruby([atom, await textOf(`cases/${username}/atom.xml`), ...wrong])).toEqual([
    atom.split('<entry>').length - 1,
    1,
    ...wrong.map(() => null),
  ]);
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

it('accuses no new owner of a name', async () => {
  const { id, username } = await newCase();
  const traces = [{ kind: 'domain', value: 'former-presents.com' }] as const;
  await db().transaction((trx) => addTraces(trx, { reportId: id }, traces));
  await change(admins.changeRow(id, { handle_changed_at: new Date() }));
  expect((await textOf('handles.txt')).split('\n')).not.toContain(username);
  const { objects } = await read<StixBundle>('stix.json');
  const name = `A former owner of @${username}`;
  expect(objects.find((each) => each.name === name)).toMatchObject({
    revoked: false,
    pattern: expect.stringMatching(/^\[user-account:id = /),
  });
  expect(objects.filter(({ account_login: login }) => login === username)).toEqual([]);
  expect(await grouping()).toMatchObject({ name: `Named in reports about a former owner of @${username}` });
  expect(await textOf('feed.json')).toContain(`Reports about a former owner of @${username}, corroborated`);
  const attribute = (await attributesOf()).find(({ value }) => value === username);
  expect(attribute?.comment).toMatch(/found on 20\d\d-\d\d-\d\d to be another account's/);
});

it('gives a case that is listed again a new STIX indicator, which refers to the old: revocation is final', async () => {
  const { id, username } = await newCase();
  const indicators: StixObject[][] = [];
  const seen = new Map<string, StixObject>();
  for (const status of ['corroborated', 'disputed', 'corroborated', 'disputed', 'disputed', 'corroborated']) {
    await setStatus(id, status);
    const { objects } = await read<StixBundle>('stix.json');
    // A consumer keeps what was revoked as it was.
    for (const object of objects)
      if (seen.get(object.id)?.revoked) expect(object).toEqual(seen.get(object.id));
      else seen.set(object.id, object);
    indicators.push(objects.filter((each) => each.name === `@${username}`));
  }
  expect(indicators.map((of) => of.length)).toEqual([1, 0, 1, 0, 0, 1]);
  const ids = indicators.flatMap(([listed]) => listed?.id ?? []);
  expect(new Set(ids).size).toBe(3);
  const relationships = [...seen.values()].filter(
    ({ type, target_ref: old }) => type === 'relationship' && ids.includes(old ?? ''),
  );
  expect(relationships.map(({ source_ref, target_ref }) => [source_ref, target_ref])).toEqual([
    [ids[1], ids[0]],
    [ids[2], ids[1]],
  ]);
  expect(ids.map((each) => seen.get(each)?.revoked)).toEqual([true, true, false]);
});

const READ_BY_STIX2 = `
import json, sys, stix2
bundle = stix2.parse(sys.stdin.read(), allow_custom=True)
print(json.dumps(sorted(each['id'] for each in bundle.objects)))`;
// On its own line, which continuous integration repeats at the end.
const hasStix2 = spawnSync('python3', ['-c', 'import stix2']).status === 0;
if (!hasStix2) console.log('\nNOT TRIED: the STIX feed, because python3 has no stix2');

it.skipIf(!hasStix2)('is a STIX 2.1 bundle to python3-stix2, which leaves nothing out', async () => {
  const bundle = await read<StixBundle>('stix.json');
  const { stdout, stderr } = spawnSync('python3', ['-W', 'ignore', '-c', READ_BY_STIX2], {
    input: JSON.stringify(bundle),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(bundle.objects.map((each) => each.id).sort());
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const readMisp = (include: FeedScope = 'corroborated') =>
  readMispFeed(async (file) => {
    const answer = await get(`misp/${include}/${file}`);
    expect(answer.status, file).toBe(200);
    return answer.text();
  });
const attributesOf = async () => (await readMisp()).flatMap((event) => event.Attribute);

it('is a MISP feed, which deletes removed cases, without their names', async () => {
  const { id, username } = await newCase();
  const before = await readMisp();
  const listed = before.flatMap((event) => event.Attribute).find(({ value }) => value === username);
  expect(listed).toMatchObject({ type: 'twitter-id', deleted: false });
  await removeReport(db(), id, `burn of ${id}`);
  const after = await readMisp();
  expect(after.map(({ uuid }) => uuid)).toEqual(before.map(({ uuid }) => uuid));
  const attributes = after.flatMap((event) => event.Attribute);
  const gone = attributes.find(({ uuid }) => uuid === listed?.uuid);
  expect(gone).toMatchObject({ value: `case ${id}`, comment: '', deleted: true });
  expect(attributes.flatMap(({ value, deleted }) => (deleted ? [] : [value]))).toEqual(
    (await snapshot('corroborated')).cases.map((each) => each.username),
  );
  for (const { uuid } of [...after, ...attributes]) expect(uuid).toMatch(UUID);
  expect((await get(`misp/corroborated/${listed?.uuid}.json`)).status).toBe(404);
  expect((await get('misp/other/manifest.json')).status).toBe(404);
});

it('has a MISP event a month, in which a case stays', async () => {
  const { id, username } = await newCase('disputed');
  await admins.changeRow(id, { reported_at: '2026-03-31T23:59:59.999Z' });
  const monthOf = async (value: string) =>
    (await readMisp('all')).find((event) => event.Attribute.some((each) => each.value === value));
  const march = await monthOf(username);
  expect(march).toMatchObject({ info: 'The Naughty List: all cases of 2026-03', date: '2026-03-01' });
  expect(march?.Attribute).toHaveLength(1);
  await removeReport(db(), id, `burn of ${id}`);
  expect((await monthOf(`case ${id}`))?.uuid).toBe(march?.uuid);
});

it('publishes the time of a change in MISP only when no other can follow in the same second', async () => {
  const { username } = await newCase();
  const timeOf = async () =>
    Number((await attributesOf()).find(({ value }) => value === username)?.timestamp);
  expect(await timeOf()).toBeLessThan(Date.now() / 1_000 - 9);
  await db()('feed_changes').update({ changed_at: '2026-01-01', corroborated_changed_at: '2026-01-01' });
  expect(await timeOf()).toBe(Date.parse('2026-01-01') / 1_000);
});

it('keeps a case in its page of STIX, whatever is listed or removed before it', async () => {
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
  expect((await get('stix.json?after=2147483647')).status).toBe(200);
});

const READ_BY_PYMISP =
  'import sys, pymisp; event = pymisp.MISPEvent(); event.load(sys.stdin); print(event.to_json())';
const python = (code: string, input = '') =>
  spawnSync('python3', ['-W', 'ignore', '-c', code], { input, encoding: 'utf8' });
const hasPyMisp = python('import pymisp').status === 0;
// On its own line, which continuous integration repeats at the end.
if (!hasPyMisp) console.log('\nNOT TRIED: the MISP feed, because python3 has no pymisp');

it.skipIf(!hasPyMisp)('has MISP events to PyMISP, which leaves nothing out', async () => {
  const { id } = await newCase();
  await newCase();
  await removeReport(db(), id, `burn of ${id}`);
  for (const event of await readMisp()) {
    const { stdout, stderr } = python(READ_BY_PYMISP, JSON.stringify({ Event: event }));
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject(event);
  }
});

it('dates a removal after the change before it, whichever transaction began first', async () => {
  const { id, username } = await newCase();
  const began = await db().transaction();
  await began.raw('select now()');
  await change(admins.changeRow(id, { username: `${username}2` }));
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

it('refuses a version of another register', async () => {
  const { version } = await snapshot('corroborated');
  const [epoch] = version.split('-');
  for (const unknown of ['00000000-1', `${epoch}-999999999999999999`])
    expect((await get(`diffs.json?since=${unknown}`)).status).toBe(404);
  for (const wrong of ['', '1', `${epoch}-1-1-1`, `${version}'`])
    expect((await get(`diffs.json?since=${encodeURIComponent(wrong)}`)).status, wrong).toBe(400);
});

it('pages through cases and changes, also if one operation changed many', async () => {
  const { version } = await snapshot('all');
  await change(
    db()('scammer_reports').insert(
      Array.from({ length: 7 }, (_, at) => ({
        username: `paged${at}`,
        twitter_url: `https://x.com/paged${at}/status/1`,
        description: 'Seven at once.',
        scam_category: 'nft',
        unique_burn_address: `PAGED${at}`,
      })),
    ),
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
  db()('scammer_reports')
    .whereRaw('id = 1 + ?::int % (select max(id) from scammer_reports)', [at])
    // What was erased never comes back.
    .whereNull('erased_at');
const changes: Record<string, (at: number, status: string) => Promise<unknown>> = {
  add: (at, status) =>
    change(
      db()('scammer_reports')
        .insert({
          username: `random${at}`,
          twitter_url: `https://x.com/random${at}`,
          description: 'Random.',
          scam_category: 'nft',
          unique_burn_address: `random${at}`,
          status,
        })
        .onConflict()
        .ignore(),
    ),
  judge: (at, status) => change(oneOf(at).update({ status, cleared_at: null })),
  judgeMany: (at, status) =>
    change(
      db()('scammer_reports')
        .whereRaw('id % 50 = ?', [at % 50])
        .whereNull('erased_at')
        .update({ status, cleared_at: null }),
    ),
  remove: (at) => change(oneOf(at).update({ is_removed: true })),
  list: (at) => change(oneOf(at).update({ is_removed: false, status: 'unreviewed', cleared_at: null })),
  clear: (at) => change(oneOf(at).update({ status: 'cleared', cleared_at: new Date(), is_removed: true })),
  rename: (at) => change(oneOf(at).update({ username: db().raw("'renamed' || id") })),
  repeat: (at) => change(oneOf(at).increment('independent', 1)),
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

/** The newest of a case that names something. */
async function grouping() {
  const { objects } = await read<StixBundle>('stix.json');
  const ofCase = objects.filter(({ type }) => type === 'grouping').at(-1) as StixObject & {
    object_refs: string[];
  };
  return { ...ofCase, named: objects.filter((each) => ofCase.object_refs.includes(each.id)) };
}

it('keeps a grouping whose statement no moderator has read: revocation would be final', async () => {
  const { id, username } = await newCase();
  const statement = await admins.addStatement(id, { published_at: new Date() });
  const traces = [{ kind: 'domain', value: 'unread-presents.com' }] as const;
  await db().transaction((trx) => addTraces(trx, { reportId: id, statementId: statement }, traces));
  const unread = await grouping();
  expect(unread).toMatchObject({ revoked: false, named: [{ account_login: username }] });
  await db()('statements').where({ id: statement }).update({ reviewed_at: new Date() });
  await change(db()('scammer_reports').where({ id }).increment('names_version', 1));
  const [, domain] = (await grouping()).named;
  expect([(await grouping()).id, domain]).toMatchObject([unread.id, { value: 'unread-presents.com' }]);
});

it('has the traces and aliases of a case, and neither once it is removed', async () => {
  const { id, username } = await newCase();
  const { version: before } = await snapshot('corroborated');
  const traces = [
    { kind: 'domain', value: 'feed-presents.com' },
    { kind: 'solana', value: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU' },
    { kind: 'telegram', value: 'feed_presents' },
  ] as const;
  await db().transaction(async (trx) => {
    await addTraces(trx, { reportId: id }, traces);
    await noteName(trx, { reportId: id, author: 'feed_renamed' });
  });
  const listed = { number: id, traces, aliases: [{ username: 'feed_renamed', isCurrent: true }] };
  expect((await diffs('corroborated', before)).diffs).toMatchObject([listed]);
  expect((await snapshot('corroborated')).cases.at(-1)).toMatchObject(listed);
  const [row] = parseCsv(await textOf(`cases.csv?after=${id - 1}`), { columns: true }) as Record<
    string,
    string
  >[];
  expect(row?.traces).toBe(traces.map(({ kind, value }) => `${kind}:${value}`).join(' '));
  expect((await textOf('handles.txt')).split('\n')).toEqual(
    expect.arrayContaining([username, 'feed_renamed']),
  );
  const named = await grouping();
  expect(named).toMatchObject({ revoked: false, description: traceTexts.unverified });
  expect(named.named).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'domain-name', value: 'feed-presents.com' }),
      expect.objectContaining({ type: 'x-naughty-list-trace', kind: 'solana' }),
      expect.objectContaining({ type: 'url', value: 'https://t.me/feed_presents' }),
      expect.objectContaining({ type: 'user-account', account_login: 'feed_renamed' }),
    ]),
  );
  expect(JSON.stringify(await readMisp())).toContain('named, not verified: domain feed-presents.com');

  // An innocent may have a name that the account has left.
  await db().transaction((trx) => noteName(trx, { reportId: id, author: 'feed_again' }));
  for (const path of ['handles.txt', `cases.csv?after=${id - 1}`, 'stix.json'])
    expect(await textOf(path), path).toSatisfy(
      (text: string) => text.includes('feed_again') && !text.includes('feed_renamed'),
    );

  await change(admins.changeRow(id, { handle_changed_at: new Date() }));
  expect((await textOf('handles.txt')).split('\n')).not.toContain(username);

  await removeReport(db(), id, `burn of ${id}`);
  expect(await grouping()).toMatchObject({ id: named.id, revoked: true, named: [{ type: 'indicator' }] });
  for (const path of ['handles.txt', 'snapshot.json', 'cases.csv', 'stix.json', `diffs.json?since=${before}`])
    expect(await textOf(path), path).not.toMatch(/feed.presents|feed_renamed|feed_again|7xKXtg2CW87d/);
  expect(JSON.stringify(await readMisp())).not.toMatch(/feed.presents|feed_renamed|feed_again|7xKXtg2CW87d/);
});
