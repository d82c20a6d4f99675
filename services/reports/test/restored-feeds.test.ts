import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FeedDiffs, FeedSnapshot } from '@naughty-list/contracts/feeds';
import { deliverWebhookJob } from '@naughty-list/contracts/webhooks';
import { openCheckpoint } from '@naughty-list/ledger/checkpoint';
import { openNote, parseVerifierKey } from '@naughty-list/ledger/note';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { auditDatabase } from '../src/publication/ledger/audit.ts';
import { growLedger } from '../src/publication/ledger/grow.ts';
import { deliverWebhook } from '../src/publication/webhooks/deliver.ts';
import { notifySubscriber } from '../src/publication/webhooks/notify.ts';
import { reports } from '../src/service.ts';
import { removeReport } from './past-operations.ts';
import { type RunningService, startReports } from './running-service.ts';

const MARK = join(import.meta.dirname, '../../../infra/deploy/server/bin/skip-lost-numbers.sql');

type StixObject = { id: string; type: string; created_by_ref?: string; revoked?: boolean; pattern?: string };

/** Follows the feeds as their documentation says: diffs, from the snapshot on; handles by their ETag. */
class Consumer {
  version = '';
  etag = '';
  handles: string[] = [];
  readonly names = new Map<number, string>();
  /** Every object of STIX ever received, by its id. */
  readonly stix = new Map<string, StixObject>();

  async follow(service: RunningService): Promise<void> {
    const changes = await service.fetch(
      `/feeds/diffs.json?include=all&since=${this.version || '00000000-0'}`,
    );
    if (changes.status === 404) await this.startAgain(service);
    else this.apply((await changes.json()) as FeedDiffs);
    await this.followStix(service);
    const answer = await service.fetch('/feeds/handles.txt?include=all', {
      headers: { 'if-none-match': this.etag },
    });
    if (answer.status === 304) return;
    this.etag = answer.headers.get('etag') ?? '';
    this.handles = (await answer.text()).split('\n').filter(Boolean);
  }

  async followStix(service: RunningService, page = '/feeds/stix.json?include=all'): Promise<void> {
    const answer = await service.fetch(page);
    const { objects } = (await answer.json()) as { objects: StixObject[] };
    for (const object of objects) this.stix.set(object.id, object);
    const publisher = objects.find(({ type }) => type === 'identity')?.id;
    for (const { id, created_by_ref: by = publisher } of [...this.stix.values()])
      if (by !== publisher) this.stix.delete(id);
    const [, next] = /<([^>]*)>; *rel="next"/.exec(answer.headers.get('link') ?? '') ?? [];
    if (next) await this.followStix(service, next.replace(/^https?:\/\/[^/]*/, ''));
  }

  get indicated(): string[] {
    return [...this.stix.values()].flatMap(({ type, revoked, pattern = '' }) =>
      type === 'indicator' && !revoked ? (/account_login = '(.*)'/.exec(pattern)?.[1] ?? []) : [],
    );
  }

  async startAgain(service: RunningService): Promise<void> {
    const snapshot = (await (await service.fetch('/feeds/snapshot.json?include=all')).json()) as FeedSnapshot;
    this.names.clear();
    for (const { number, username } of snapshot.cases) this.names.set(number, username);
    this.version = snapshot.version;
  }

  apply({ version, diffs }: FeedDiffs): void {
    for (const diff of diffs)
      if ('isRemoval' in diff) this.names.delete(diff.number);
      else this.names.set(diff.number, diff.username);
    this.version = version;
  }
}

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

const report = async (service: RunningService, username: string) => (await service.report({ username })).id;

const grow = async ({ context: { db } }: RunningService) => {
  while ((await growLedger(db)) > 0);
};
const text = async (service: RunningService, path: string) => (await service.fetch(path)).text();
const keyOf = async (service: RunningService) => {
  const key = parseVerifierKey((await text(service, '/log/key')).trim());
  if (!key) throw new Error('no key');
  return key;
};

async function liveSite() {
  const live = await createTestDatabase(reports);
  const jobs = await createTestDatabase();
  onTestFinished(() => jobs.drop());
  onTestFinished(() => live.drop());
  return {
    live,
    start: (url: string) => startReports({ QUEUE_URL: jobs.url, PUBLIC_ORIGIN: 'https://list.example' }, url),
  };
}

it('a consumer that followed the live site goes on at the restored one, without a wrong or missing name', async () => {
  const { live, start } = await liveSite();
  const consumer = new Consumer();
  let service = await start(live.url);
  const kept = await report(service, 'kept');
  await report(service, 'removed_later');
  await grow(service);
  await service.stop();
  const backup = `${live.url}_backup`;
  await asAdmin(`create database ${nameOf(backup)} template ${nameOf(live.url)}`);
  onTestFinished(() => asAdmin(`drop database ${nameOf(backup)}`));

  service = await start(live.url);
  await consumer.follow(service);
  await report(service, 'lost');
  await removeReport(service.context.db, kept + 1, 'S1gnature');
  await grow(service);
  await consumer.follow(service);
  expect([...consumer.names.values()]).toEqual(['kept', 'lost']);
  const old = { key: await keyOf(service), checkpoint: await text(service, '/log/checkpoint') };
  await service.stop();

  service = await start(backup);
  // As many changes as the live site had, so that versions are equal in number.
  await report(service, 'reported_after');
  await consumer.follow(service);
  expect([...consumer.names.values()]).toEqual(['kept', 'removed_later', 'reported_after']);
  expect(consumer.handles).toEqual(['kept', 'removed_later', 'reported_after']);
  expect(consumer.indicated).toEqual(consumer.handles);
  await report(service, 'and_later');
  await consumer.follow(service);
  expect([...consumer.names.values()].at(-1)).toBe('and_later');

  await grow(service);
  const key = await keyOf(service);
  expect(key.name).toMatch(/^list\.example\/log\/[0-9a-f]{8}$/);
  const note = openNote(await text(service, '/log/predecessor'), [key]);
  expect(note?.text).toContain(`${key.name}/predecessor`);
  const [, before = ''] = note?.text.split('before it:\n\n') ?? [];
  expect(openCheckpoint(before, old.key)).toMatchObject({ origin: 'list.example/log', size: 3 });
  expect(openCheckpoint(old.checkpoint, old.key)?.size).toBeGreaterThan(3);
  expect(await auditDatabase(service.context.db)).toMatchObject({ count: 0, named: [], leaves: 6 });
  await service.stop();
});

it('a copy of all files is known by its mark, whatever was restored; a restart is no restore', async () => {
  const { live, start } = await liveSite();
  const ofFeeds = async () => {
    const service = await start(live.url);
    await grow(service);
    const { version } = JSON.parse(await text(service, '/feeds/snapshot.json')) as FeedSnapshot;
    const found = [version.split('-')[0], await text(service, '/log/key')];
    await service.stop();
    return found;
  };
  const first = await ofFeeds();
  expect(await ofFeeds()).toEqual(first);
  const client = new pg.Client({ connectionString: live.url });
  await client.connect();
  await client.query(readFileSync(MARK, 'utf8'));
  await client.end();
  const second = await ofFeeds();
  expect(second[0]).not.toBe(first[0]);
  expect(second[1]).not.toBe(first[1]);
  expect(await ofFeeds()).toEqual(second);
});

it('a subscriber is notified of the restore, and no id of a webhook comes twice', async () => {
  const { live, start } = await liveSite();
  const service = await start(live.url);
  onTestFinished(() => service.stop());
  const { db, queues, clock } = service.context;
  const subscriber = {
    id: 'a'.repeat(16),
    url: 'https://hooks.example',
    secret: `whsec_${'A'.repeat(32)}`,
    include: 'all' as const,
  };
  const jobs: Parameters<typeof deliverWebhookJob.id>[0][] = [];
  const add: typeof queues.add = async (_job, payload) => void jobs.push(payload as (typeof jobs)[number]);
  const sent: string[] = [];
  const round = async () => {
    await notifySubscriber({ db, queues: { ...queues, add } }, subscriber);
    const sendWebhook = async (_url: string, _headers: unknown, body: string) => {
      sent.push(JSON.parse(body).type);
      return 200;
    };
    for (const job of jobs) await deliverWebhook({ db, clock, subscribers: [subscriber], sendWebhook }, job);
  };
  await round();
  await report(service, 'before');
  await round();
  expect(sent).toEqual(['case.updated']);
  await db('state').update({ epoch: db.raw('gen_random_uuid()') });
  await round();
  expect(sent).toEqual(['case.updated', 'register.restored']);
  await report(service, 'after');
  await round();
  expect(sent.at(-1)).toBe('case.updated');
  const ids = jobs.map(deliverWebhookJob.id);
  expect(new Set(ids).size).toBe(ids.length);
});
