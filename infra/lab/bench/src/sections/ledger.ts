import { setTimeout as sleep } from 'node:timers/promises';
import { FEED_PAGE_MAX } from '@naughty-list/contracts/feeds';
import { parseVerifierKey } from '@naughty-list/ledger/note';
import { openRemoteLog, proveEntry } from '@naughty-list/ledger/remote-log';
import { tilePath } from '@naughty-list/ledger/tile-paths';
import { TILE_WIDTH } from '@naughty-list/ledger/tree';
import { insertReports } from '@naughty-list/reports/bench/million-reports';
import { readCasePage } from '@naughty-list/reports/feeds/repository';
import { placeRecords, readNewRecords } from '@naughty-list/reports/ledger/repository';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import type { Row } from '../report/row.ts';
import { compare, inTurn } from '../rounds.ts';
import type { Section, Settings } from '../settings.ts';
import { CLIENT_CORE, pin, SERVER_CORE } from '../stage/cores.ts';
import { type Product, startProduct } from '../stage/product.ts';
import { tailRow, timesOf } from './latency-row.ts';

/** Leaves of one round; the writer takes 1,000 at a time. */
const APPENDED = 20_000;
const BATCH = 1_000;
const QUEUED = 100_000;
const POLL_MS = 5;
const CALLS = 550;
/** Reading the whole snapshot takes seconds. */
const WALKS_MAX = 2;

/** The ledger with many leaves, and the snapshot of as many cases. */
export const ledger: Section = {
  name: 'ledger',
  async measure(settings) {
    const product = await startProduct();
    const db = openDatabase({ url: product.stack.databaseUrl, schema: 'reports' });
    try {
      await setUp(product, db, settings);
      return {
        rows: [
          await measureAppending(product, settings),
          await measureTiles(product, settings),
          await measureProofs(product, settings),
          ...(await measureSnapshot(product, db, settings)),
        ],
      };
    } finally {
      await db.destroy();
      await product.stop();
    }
  },
};

const among = ({ reports }: Settings, things: string) => `${reports.toLocaleString('en-US')} ${things}`;
const rate = (perSecond: number, things: string) =>
  `${Math.round(perSecond).toLocaleString('en-US')} ${things}/s`;

async function setUp(product: Product, db: Knex, settings: Settings): Promise<void> {
  const { reports, log } = settings;
  log(`making ${among(settings, 'reports')}, and as many leaves`);
  await insertReports(db, reports);
  // In parts, so that the writer adds one while the next is created.
  for (let made = 0; made < reports; made += QUEUED)
    await queueLeaves(product, Math.min(QUEUED, reports - made));
  await untilSize(product, reports);
  for (const sql of ['vacuum analyze reports.ledger_records', PLAIN_TABLE]) await product.db.query(sql);
  pin(product.stack.postgres.pid, SERVER_CORE);
  pin(product.stack.services.reports.pid, CLIENT_CORE);
}

/** Edits, because the posts of published reports would be read first. */
async function queueLeaves({ db }: Product, count: number): Promise<void> {
  await db.query(
    `insert into reports.ledger_records (type, report_id, record)
     select 'report-edited', report.id, reports.ledger_report(report) from reports.scammer_reports report
     cross join generate_series(1, ceil($1::int / (select count(*) from reports.scammer_reports)::float)::int)
     limit $1::int`,
    [count],
  );
}

async function sizeOf({ db }: Product): Promise<number> {
  const { rows } = await db.query<{ size: string }>('select size from reports.ledger_head');
  return Number(rows[0]?.size);
}

/** Waits until the tree has this many leaves; returns the actual number. */
async function untilSize(product: Product, least: number): Promise<number> {
  for (;;) {
    const size = await sizeOf(product);
    if (size >= least) return size;
    await sleep(POLL_MS);
  }
}

/** The same records without a ledger: no tree, no signatures, no protection against changes. */
const PLAIN_TABLE = `
  create schema plain;
  create table plain.ledger_records (like reports.ledger_records including all)`;
const COPY_RECORDS = `
  insert into plain.ledger_records (type, report_id, record, salt, entry)
  select type, report_id, record, salt, entry from reports.ledger_records order by id limit ${APPENDED}`;

/** The rate at which the writer adds queued records to the tree, against the same queries on a plain table. */
async function measureAppending(product: Product, settings: Settings): Promise<Row> {
  const plain = openDatabase({ url: product.stack.databaseUrl, schema: 'plain' });
  let placed = 0;
  const measured = await inTurn(settings.rounds, {
    async reference() {
      await product.db.query(COPY_RECORDS);
      const began = performance.now();
      for (const end = placed + APPENDED; placed < end; placed += BATCH) {
        await plain.transaction(async (trx) => {
          const records = await readNewRecords(trx, BATCH);
          await placeRecords(
            trx,
            records.map(({ id }) => id),
            placed,
          );
        });
      }
      return (APPENDED / (performance.now() - began)) * 1_000;
    },
    async product() {
      const before = await sizeOf(product);
      await queueLeaves(product, APPENDED);
      // The writer polls once a second.
      const first = await untilSize(product, before + 1);
      const began = performance.now();
      const last = await untilSize(product, before + APPENDED);
      return ((last - first) / (performance.now() - began)) * 1_000;
    },
  });
  await plain.destroy();
  const { ratio, middle } = compare(measured, (perSecond) => perSecond);
  return {
    what: `adding leaves to a ledger of ${among(settings, 'leaves')}`,
    reference: 'same records numbered in a plain table',
    figures: { reference: rate(middle.reference, 'records'), product: rate(middle.product, 'leaves') },
    ratio,
    target: { atLeast: 1_000, unit: 'leaves/s', value: middle.product },
  };
}

/** Distinct full tiles of the lowest row, through the gateway. */
async function measureTiles({ stack }: Product, settings: Settings): Promise<Row> {
  const tiles = Math.floor(settings.reports / TILE_WIDTH);
  const times = await timesOf(CALLS, async (n) => {
    const path = tilePath({ of: 0, index: (n * 7_919) % tiles, width: TILE_WIDTH });
    const answer = await fetch(`${stack.url}/log/tile/${path}`);
    await answer.bytes();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  });
  return tailRow(`p99 of a tile of ${among(settings, 'leaves')}`, { times, maxMs: 50 });
}

/**
 * Proofs as a reader of the log computes and checks them: an entry and the tiles on its path to the root, through the
 * gateway.
 */
async function measureProofs({ stack }: Product, settings: Settings): Promise<Row> {
  const key = parseVerifierKey((await (await fetch(`${stack.url}/log/key`)).text()).trim());
  if (!key) throw new Error('the log has no key');
  const log = await openRemoteLog(`${stack.url}/log`, key);
  const times = await timesOf(CALLS, (n) => proveEntry(log, (n * 104_729) % settings.reports));
  return tailRow(`p99 of a proof among ${among(settings, 'leaves')}`, { times, maxMs: 200 });
}

/** Pages of the snapshot of all cases through the gateway, none of them cached, against the same query. */
async function measureSnapshot(product: Product, db: Knex, settings: Settings): Promise<Row[]> {
  const times: number[] = [];
  const pages = Math.ceil(settings.reports / FEED_PAGE_MAX);
  const perSecond = (began: number) => (pages / (performance.now() - began)) * 1_000;
  const measured = await inTurn(Math.min(settings.rounds, WALKS_MAX), {
    async reference() {
      const began = performance.now();
      for (let after: number | null = 0; after !== null; )
        after = (await readCasePage(db, { include: 'all', after, limit: FEED_PAGE_MAX })).next;
      return perSecond(began);
    },
    async product() {
      await product.db.query(CHANGE);
      const began = performance.now();
      for (let path = '/feeds/snapshot.json?include=all'; path !== ''; ) {
        const asked = performance.now();
        const answer = await fetch(product.stack.url + path);
        await answer.bytes();
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        times.push(performance.now() - asked);
        path = /^<(.+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? '';
      }
      return perSecond(began);
    },
  });
  const { ratio, middle } = compare(measured, (pagesPerSecond) => pagesPerSecond);
  const whole = (pagesPerSecond: number) => `${(pages / pagesPerSecond).toFixed(1)} s`;
  return [
    {
      what: `snapshot of ${among(settings, 'cases')}, every page, compressed`,
      reference: 'same query alone',
      figures: { reference: whole(middle.reference), product: whole(middle.product) },
      ratio,
      target: { atLeast: 0.2 },
    },
    tailRow(`p99 of a page of ${FEED_PAGE_MAX.toLocaleString('en-US')} cases`, { times, maxMs: 1_000 }),
  ];
}

/** Each page is requested only once. */
const CHANGE = `
  update reports.scammer_reports set scam_category = case scam_category when 'nft' then 'other' else 'nft' end
  where id = (select min(id) from reports.scammer_reports where not is_removed)`;
