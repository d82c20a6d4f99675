import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCheckpoint } from '@naughty-list/ledger/checkpoint';
import { foldComplete, type Hash, leafHash } from '@naughty-list/ledger/hashes';
import { parseLeaf } from '@naughty-list/ledger/leaf';
import { openNote, type Verifier } from '@naughty-list/ledger/note';
import { rootAt, TILE_WIDTH } from '@naughty-list/ledger/tree';
import { secretOf } from '@naughty-list/service-kit/database/database';
import { changedDefinitions } from '@naughty-list/service-kit/database/definitions';
import type { Knex } from 'knex';
import { database } from '../../database.ts';
import { numberOf } from '../../record/ledger/public-state.ts';
import { foreign, recordMacs } from '../../record/ledger/records.ts';
import { auditDerived } from './audit-derived.ts';
import { auditConstraints, auditIndexes, auditLookUps } from './audit-look-ups.ts';
import { compareSubjects } from './compare-subjects.ts';
import { addUnreadable, type Differences, openDifferences, readPart } from './differences.ts';
import { auditAudits } from './kept-audits.ts';
import { opensKey, predecessorOf, RESTATED, signerOf } from './log-key.ts';
import {
  countLate,
  DamagedLog,
  type HeadRow,
  type NewRecord,
  readEarlierHeads,
  readHead,
  rowReader,
} from './repository.ts';
import { refuseReplaced, streamRows } from './stream-rows.ts';

/**
 * Compares the log with everything that the site shows, in both directions, as of one moment: every leaf is in the
 * signed tree and opens to its record; every public entry matches its last leaf; every live leaf has its entry; the service
 * wrote each record; and tables, views and functions are those of this release. `key` is a saved copy of the log's key;
 * without it, INTERNAL_SECRET must decrypt the stored one, which the database alone could not prove. A lock for longer than
 * `lockedMax`, or a value that cannot be read, is a difference: what it keeps from being read could be anything.
 */
export async function auditDatabase(db: Knex, key?: Verifier, lockedMax = '10min'): Promise<Differences> {
  const lockTimeout = `set local lock_timeout = '${lockedMax}'`;
  const differences = openDifferences();
  const audit = async (trx: Knex.Transaction) => {
    // In one message, which nothing announces: rows could be put back for the moment that is read.
    const done = await trx.raw(
      `set transaction isolation level repeatable read; ${lockTimeout}; select pg_export_snapshot() as snapshot`,
    );
    const { snapshot } = done.at(-1).rows[0];
    const changed: string[] = [];
    await readPart(trx, differences, async (part) => void changed.push(...(await changedSchemas(part))));
    await trx.raw('set transaction read only');
    // Reads the same moment in a session of its own, while this one reads the rest.
    const inSession: InSession = (work) =>
      db.transaction(
        async (other) => {
          await other.raw(`set transaction snapshot '${snapshot}'; ${lockTimeout}; ${SETTINGS}`);
          await work(other);
        },
        { isolationLevel: 'repeatable read', readOnly: true },
      );
    await auditSnapshot(trx, { key, changed, inSession, differences });
  };
  await db.transaction((trx) => audit(trx).catch((error) => addUnreadable(differences, error, lockedMax)));
  return differences;
}

type InSession = (work: (trx: Knex.Transaction) => Promise<void>) => Promise<void>;

/** All public entries are sorted, and compiling the queries takes longer than it saves. */
const SETTINGS = "set local statement_timeout = 0; set local work_mem = '64MB'; set local jit = off";

const migrationsOf = (service: string) => join(database.directory, '../..', service, 'migrations');

/** The schemas of other services that the audit covers: they decide who moderates, what was paid and who is a member. */
export const otherSchemas = [
  { schema: 'gateway', directory: migrationsOf('gateway') },
  { schema: 'chain', directory: migrationsOf('chain-verifier') },
  { schema: 'membership', directory: migrationsOf('membership') },
];

/**
 * The objects that differ from this release's, in each schema of this database. An image of this service alone lacks the
 * migrations of others, and skips their schemas.
 */
export async function changedSchemas(trx: Knex.Transaction): Promise<string[]> {
  const changed = await changedDefinitions(trx, database);
  for (const other of otherSchemas) {
    // By the audit's snapshot, which lacks what another service migrates meanwhile.
    const { rows } = await trx.raw(
      "select relname from pg_class where relnamespace = to_regnamespace(?) and relkind = 'r' order by relname = 'migrations' desc limit 1",
      [other.schema],
    );
    if (!existsSync(other.directory)) continue;
    if (!rows[0]) changed.push(...(await tablesInPublic(trx, other.directory)));
    else if (rows[0].relname === 'migrations') changed.push(...(await changedDefinitions(trx, other)));
    else changed.push(`table ${other.schema}.migrations`);
  }
  return [...new Set(changed)];
}

/** A service without tables in its schema still finds them in `public`, which its sessions search next. */
async function tablesInPublic(trx: Knex.Transaction, directory: string): Promise<string[]> {
  const sql = readdirSync(directory).map((file) => readFileSync(join(directory, file), 'utf8'));
  const names = [...sql.join().matchAll(/create table (\w+)/g)].map(([, name = '']) => name);
  const { rows } = await trx.raw(
    "select format('table public.%s', relname) as name from pg_class where relnamespace = to_regnamespace('public') and relname = any(?)",
    [names],
  );
  return rows.map(({ name }: { name: string }) => name);
}

/** The same within a transaction; `changed` are the definitions that differ, and `inSession` runs a part of it beside the rest. */
export async function auditSnapshot(
  trx: Knex.Transaction,
  {
    key,
    changed = [],
    inSession = (work) => work(trx),
    differences = openDifferences(),
  }: {
    key?: Verifier | undefined;
    changed?: readonly string[];
    inSession?: InSession;
    differences?: Differences;
  } = {},
): Promise<Differences> {
  await trx.raw(SETTINGS);
  for (const name of changed) differences.add(`the database: ${name} is not as this release defines it`);
  const head = await readHead(trx);
  if (!head) differences.add('there is no log');
  else {
    type Read = (part: Knex.Transaction, differences: Differences) => Promise<void>;
    const readAll = async (session: Knex.Transaction, reads: readonly Read[]) => {
      for (const read of reads) await readPart(session, differences, (part) => read(part, differences));
    };
    const tree: Read = (part) => auditTree(part, { head, key }, differences);
    // Operations go on from what they say of hidden entries, and from what was said once.
    const earlier: Read = (part) => auditEarlier(part, head, differences);
    const writer: Read = (part) => auditWriter(part, head, differences);
    const subjects: Read = (part) => compareSubjects(part, head.log, differences);
    const beside = inSession((session) =>
      readAll(session, [tree, writer, earlier, auditLookUps, auditIndexes, auditConstraints]),
    );
    await Promise.all([beside, readAll(trx, [subjects, auditDerived, auditAudits])]);
    await refuseReplaced(trx);
  }
  return differences;
}

/** Audits the logs before, back to one whose key was lost, of which only the tree: each next one has signed what its last checkpoint was. */
async function auditEarlier(trx: Knex.Transaction, head: HeadRow, differences: Differences): Promise<void> {
  const heads = await readEarlierHeads(trx, head);
  for (let after = head, isReadable = opensKey(head, secretOf(trx)); after.log > 1 && isReadable; ) {
    const before = heads.pop();
    const add = (fault: string) => differences.add(`log ${after.log - 1}: ${fault}`);
    if (before?.log !== after.log - 1) return add('it is gone');
    const note = openNote(after.predecessor ?? '', [signerOf(after, secretOf(trx))])?.text ?? '';
    isReadable = !note.includes(RESTATED);
    if (isReadable && !opensKey(before, secretOf(trx))) return add('its key is gone');
    if (!note.includes(before.checkpoint ?? 'none'))
      add('its checkpoint is not the one that the next log names');
    await auditTree(trx, { head: before, isReadable }, { ...differences, add });
    after = before;
  }
}

type LeafRow = NewRecord & {
  leaf_index: string | null;
  record: string | null;
  /** Whether it commits to record and salt, or both are erased. */
  opens: boolean | null;
};

type Tree = {
  head: HeadRow;
  key?: Verifier | undefined;
  /** Whether the log's key can be read, without which no signature or code of it can be checked. */
  isReadable?: boolean;
};

/** Rebuilds the tree from the leaves, and compares it with the stored tiles and the signed head. */
export async function auditTree(
  trx: Knex.Transaction,
  { head, key, isReadable = true }: Tree,
  differences: Differences,
): Promise<void> {
  const { log } = head;
  const { isOwn } = recordMacs(head.origin, secretOf(trx));
  const tiles = new Tiles();
  let size = 0;
  // The database hashes them while the codes are checked here, which takes longer.
  for await (const leaves of streamRows<LeafRow>(
    trx,
    `select id, leaf_index, subject, previous, type, report_id, burn, record, entry, mac, num_nulls(record, salt) = 2
       or length(salt) = 32 and position(encode(sha256(salt || convert_to(record, 'UTF8')), 'base64')::bytea in entry) > 0 as opens
     from ledger_records where log = ${log} order by leaf_index`,
  )) {
    for (const leaf of leaves) {
      const isForeign = isReadable && !isOwn(leaf);
      if (isForeign) differences.add(foreign(leaf));
      // The code covers the columns and the entry, which covers the record: only a foreign leaf can contradict itself.
      const fault = isForeign || !leaf.opens ? faultOf(leaf) : undefined;
      if (fault) differences.add(fault);
      // It waits for its place; sorted last.
      if (leaf.leaf_index === null) continue;
      const index = Number(leaf.leaf_index);
      if (index !== size) {
        differences.add(`leaf ${size} is missing`);
        size = index;
      }
      tiles.add(0, leafHash(leaf.entry));
      size += 1;
    }
  }
  differences.leaves = size;
  await compareTiles(trx, { log, made: tiles.all() }, differences);
  if (isReadable) return await compareWithSigned(trx, { head, key }, { size, differences });
  const { origin, checkpoint } = head;
  const root = (await rootAt(rowReader(trx, log), size)).toString('base64');
  const isLast = checkpoint === null ? size === 0 : checkpoint.startsWith(`${origin}\n${size}\n${root}\n`);
  if (!isLast) differences.add('the tree is not that of its last checkpoint');
}

/** Digests of the tiles that leaves make, by row and index: a million leaves need a few hundred kilobytes. */
class Tiles {
  private readonly open: { index: number; hashes: Hash[] }[] = [];
  private readonly made = new Map<string, string>();

  add(row: number, hash: Hash): void {
    const { index, hashes } = this.open[row] ?? { index: 0, hashes: [] };
    hashes.push(hash);
    this.open[row] = { index, hashes };
    if (hashes.length < TILE_WIDTH) return;
    this.close(row);
    this.open[row] = { index: index + 1, hashes: [] };
    this.add(row + 1, foldComplete(hashes));
  }

  all(): Map<string, string> {
    for (const row of this.open.keys()) this.close(row);
    return this.made;
  }

  private close(row: number): void {
    const { index, hashes } = this.open[row] as (typeof this.open)[number];
    if (hashes.length === 0) return;
    const digest = createHash('sha256').update(Buffer.concat(hashes)).digest('hex');
    this.made.set(`${row} ${index}`, digest);
  }
}

/** Compares the stored tiles with those that the leaves make. */
async function compareTiles(
  trx: Knex.Transaction,
  { log, made }: { log: number; made: Map<string, string> },
  differences: Differences,
): Promise<void> {
  for await (const stored of streamRows<{ at: string; digest: string }>(
    trx,
    `select row_number || ' ' || index as at, encode(sha256(hashes), 'hex') as digest
     from ledger_tiles where log = ${log} order by row_number, index`,
  )) {
    for (const { at, digest } of stored)
      if (made.get(at) === digest) made.delete(at);
      else made.set(at, 'another');
  }
  for (const at of made.keys()) {
    const [row, index] = at.split(' ');
    differences.add(`tile ${index} of row ${row} does not have the hashes of its leaves`);
  }
}

async function compareWithSigned(
  trx: Knex,
  { head, key }: Tree,
  { size, differences }: { size: number; differences: Differences },
): Promise<void> {
  try {
    const verifier = key ?? signerOf(head, secretOf(trx));
    const signed = head.checkpoint && openCheckpoint(head.checkpoint, verifier);
    if (!signed) differences.add('the checkpoint is not signed by the log');
    else if (signed.size !== size)
      differences.add(`${signed.size} leaves were signed, and there are ${size}`);
    else if (!(await rootAt(rowReader(trx, head.log), size)).equals(signed.root))
      differences.add('the tree does not have the root that was signed');
    const note = openNote(head.predecessor ?? '', [verifier])?.text;
    if ((head.log > 1 || head.predecessor !== null) && !note?.startsWith(predecessorOf(head.origin)))
      differences.add('the note about the log before this one is not signed by the log');
  } catch (error) {
    if (!(error instanceof DamagedLog)) throw error;
    differences.add(error.message);
  }
}

async function auditWriter(trx: Knex, head: HeadRow, differences: Differences): Promise<void> {
  if (head.fault) differences.add(`the writer has stopped: ${head.fault}`);
  const late = await countLate(trx, head.log);
  if (late > 0) differences.add(`${late} records wait to be added to the tree`);
}

/** The message about a leaf that does not open to its record, or whose columns contradict it. */
function faultOf(leaf: LeafRow): string | undefined {
  const { id, leaf_index: index, subject, entry, record } = leaf;
  const named = index === null ? `record ${id}` : `leaf ${index}`;
  const open = parseLeaf(entry);
  if (!open) return `${named} has no known form`;
  if (open.type !== leaf.type || (open.case ?? null) !== leaf.report_id || (open.burn ?? null) !== leaf.burn)
    return `${named} says ${open.type} of case ${open.case}, its row another thing`;
  if (!leaf.opens) return `${named} (${subject}) does not open to its record`;
  const said = record === null ? undefined : subjectOf(record);
  const isSame = said === undefined || said === subject;
  return isSame ? undefined : `${named} is about ${said}, its row about ${subject}`;
}

/** The subject of a record; undefined for kinds without an entry in this service. */
export function subjectOf(record: string): string | undefined {
  const said = JSON.parse(record);
  const number = numberOf[said.kind];
  return number && `${said.kind} ${said[number]}`;
}
