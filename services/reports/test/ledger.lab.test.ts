import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Checkpoint, openCheckpoint } from '@naughty-list/ledger/checkpoint';
import { leafHash } from '@naughty-list/ledger/hashes';
import { growRows, type ReadRow, rootAt } from '@naughty-list/ledger/tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditDatabase } from '../src/publication/ledger/audit.ts';
import { ensureLog } from '../src/publication/ledger/begin-log.ts';
import { growLedger } from '../src/publication/ledger/grow.ts';
import { endUnreadableLog, signerOf } from '../src/publication/ledger/log-key.ts';
import { readHead } from '../src/publication/ledger/repository.ts';
import { recordChanges } from '../src/record/ledger/append.ts';
import { insertReports } from './million-reports.ts';
import { ANYTHING, type RunningService, SECRET, startReports } from './running-service.ts';

/** `LEDGER_LEAVES=50000` for a first look. */
const LEAVES = Number(process.env.LEDGER_LEAVES ?? 1_000_000);
const AUDIT_MAX_S = 60;

let service: RunningService;
beforeAll(async () => {
  service = await startReports();
}, 60_000);
afterAll(() => service.stop());

it(`audits ${LEAVES} leaves within ${AUDIT_MAX_S} s, and finds the one edit among them`, async () => {
  const { db } = service.context;
  const timed = async <Done>(what: string, work: () => Promise<Done>): Promise<Done> => {
    const from = performance.now();
    const done = await work();
    console.log(`${what}: ${((performance.now() - from) / 1_000).toFixed(1)} s`);
    return done;
  };
  // One report of a thousand is hidden without a reason, which no log says.
  await timed('reports', () => insertReports(db, Math.ceil(LEAVES * 1.002)));
  await db('scammer_reports').where({ is_removed: true }).update({ held_at: new Date() });
  await timed('the feeds', () =>
    db.raw(
      `insert into feed_changes (report_id, version, changed_at, shows)
       select report_id, 1, now(), entry from feed_entries where entry is not null`,
    ),
  );
  // The rows came past the service: only a log that restates the tables has them.
  await endUnreadableLog(db);
  await timed('a new log', () => ensureLog(db, 'list.example/log'));
  await timed('the tree', async () => {
    while ((await growLedger(db)) > 0);
  });
  await db.raw('vacuum analyze ledger_records');
  const from = performance.now();
  const clean = await timed('audit', () => auditDatabase(db));
  const seconds = (performance.now() - from) / 1_000;
  expect(clean).toMatchObject({ count: 0, named: [] });
  expect(clean.leaves).toBeGreaterThanOrEqual(LEAVES);
  console.log(`${Math.round(process.memoryUsage().rss / 1e6)} MB`);
  expect(seconds).toBeLessThan(AUDIT_MAX_S * (LEAVES / 1_000_000) + 5);
  await db('scammer_reports').where({ id: 7 }).update({ description: 'Stole nothing at all.' });
  expect((await auditDatabase(db)).named).toEqual([expect.stringContaining('report 7: the site and leaf')]);
}, 1_800_000);

describe('a writer that is killed', () => {
  /** `LEDGER_KILLS=100` is the long form. */
  const KILLS = Number(process.env.LEDGER_KILLS ?? 25);
  /** A writer is killed after none, one or two growths, and then at a moment within this time. */
  const WITHIN_MS = 20;

  const program = fileURLToPath(new URL('./grow-ledger-forever.ts', import.meta.url));

  it(`has one history after ${KILLS} kills of its writer while reports come in`, async () => {
    const service = await startReports();
    const { db, config } = service.context;
    let isDone = false;
    let made = 0;
    const insert = async () => {
      while (!isDone) {
        await db.transaction(async (trx) => {
          const { rows } = await trx.raw<{ rows: { id: number }[] }>(
            `insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address)
           select 'https://x.com/u' || n || '/status/1', 'u' || n, 'other', 'Stole every present.', 'REF' || n
           from generate_series(?::int, ?::int) n returning id`,
            [made + 1, made + 10],
          );
          await recordChanges(trx, { cases: rows.map(({ id }) => id) }, ANYTHING);
        });
        made += 10;
        await wait(5);
      }
    };
    const inserting = [insert()];
    const published: Checkpoint[] = [];
    const readPublished = async () => {
      const head = await readHead(db);
      if (!head?.checkpoint) return;
      const checkpoint = openCheckpoint(head.checkpoint, signerOf(head, SECRET));
      if (!checkpoint) throw new Error('the checkpoint is not signed');
      published.push(checkpoint);
    };
    for (let kill = 0; kill < KILLS; kill++) {
      const writer = spawn(process.execPath, [program, config.DATABASE_URL, SECRET], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let signs = 0;
      for await (const chunk of writer.stdout) {
        signs += chunk.length;
        if (signs > kill % 3) break;
      }
      await wait((WITHIN_MS * kill) / KILLS);
      const exited = once(writer, 'exit');
      writer.kill('SIGKILL');
      await exited;
      await readPublished();
    }
    isDone = true;
    await Promise.all(inserting);
    while ((await growLedger(db)) > 0);
    await readPublished();

    const rows: { type: string; report_id: number; leaf_index: string; entry: Buffer }[] =
      await db('ledger_records').orderBy('leaf_index');
    expect(rows.map(({ leaf_index }) => Number(leaf_index))).toEqual(rows.map((_, at) => at));
    // The log begins with the epoch of the feeds.
    const reports = rows.filter(({ type }) => type !== 'rows');
    expect(rows).toHaveLength(made + 1);
    expect(reports.map(({ report_id }) => report_id).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: made }, (_, at) => at + 1),
    );
    const tree: Buffer[][] = [];
    const read: ReadRow = async (row, from, to) => tree[row]?.slice(from, to) ?? [];
    for (const { row, hashes } of await growRows(
      read,
      0,
      rows.map(({ entry }) => leafHash(entry)),
    ))
      tree[row] = [...hashes];
    expect(published.at(-1)?.size).toBe(made + 1);
    expect(new Set(published.map(({ size }) => size)).size).toBeGreaterThan(1);
    for (const { size, root } of published) expect(await rootAt(read, size), String(size)).toEqual(root);
    await service.stop();
  });
});
