import { openCheckpoint } from '@naughty-list/ledger/checkpoint';
import { foldComplete, type Hash, leafHash } from '@naughty-list/ledger/hashes';
import { commit, parseLeaf } from '@naughty-list/ledger/leaf';
import type { Verifier } from '@naughty-list/ledger/note';
import { rootAt, TILE_WIDTH } from '@naughty-list/ledger/tree';
import type { Knex } from 'knex';
import { auditDerived } from './audit-derived.ts';
import { compareSubjects } from './compare-subjects.ts';
import { type Differences, openDifferences } from './differences.ts';
import { signerOf } from './log-key.ts';
import { DamagedLog, type HeadRow, readHead, readTile, rowReader } from './repository.ts';
import { streamRows } from './stream-rows.ts';

/** A record waits for its place in the tree for seconds; longer, and it is kept out of it. */
const WAITS_MAX = '10 minutes';

/**
 * Compares the log with everything that the site shows, in both directions, as of one moment: every leaf is in the
 * signed tree and opens to its record; every public entry has a last leaf that says the same; every live leaf has its
 * entry. `key` is the log's, kept elsewhere, or INTERNAL_SECRET, which opens it: what the database alone says it is,
 * who can write to it could change.
 */
export async function auditDatabase(db: Knex, key: Verifier | string): Promise<Differences> {
  const audit = (trx: Knex.Transaction) => auditSnapshot(trx, key);
  return db.transaction(audit, { isolationLevel: 'repeatable read', readOnly: true });
}

/** The same as one transaction sees it. */
export async function auditSnapshot(trx: Knex.Transaction, key: Verifier | string): Promise<Differences> {
  await trx.raw('set local statement_timeout = 0');
  const differences = openDifferences();
  const head = await readHead(trx);
  if (!head) differences.add('there is no log');
  else {
    await auditTree(trx, { head, key }, differences);
    await compareSubjects(trx, head.log, differences);
    await auditDerived(trx, differences);
  }
  return differences;
}

type LeafRow = {
  leaf_index: string | null;
  subject: string | null;
  type: string;
  report_id: number | null;
  burn: string | null;
  record: string | null;
  salt: Buffer | null;
  entry: Buffer;
};

/** Rebuilds the tree from the leaves, and compares it with the stored tiles and with what was signed. */
async function auditTree(
  trx: Knex.Transaction,
  { head, key }: { head: HeadRow; key: Verifier | string },
  differences: Differences,
): Promise<void> {
  const { log } = head;
  let size = 0;
  let tile: Hash[] = [];
  const above: Hash[] = [];
  const closeTile = async () => {
    if (tile.length === 0) return;
    const index = Math.ceil(size / TILE_WIDTH) - 1;
    await compareTile(trx, { log, row: 0, index, hashes: tile }, differences);
    if (tile.length === TILE_WIDTH) above.push(foldComplete(tile));
    tile = [];
  };
  for await (const leaves of streamRows<LeafRow>(
    trx,
    `select leaf_index, subject, type, report_id, burn, record, salt, entry from ledger_records
     where log = ${log} and leaf_index is not null order by leaf_index`,
  )) {
    for (const leaf of leaves) {
      const index = Number(leaf.leaf_index);
      if (index !== size) {
        differences.add(`leaf ${size} is missing`);
        size = index;
      }
      const fault = faultOf(leaf);
      if (fault) differences.add(fault);
      tile.push(leafHash(leaf.entry));
      size += 1;
      if (tile.length === TILE_WIDTH) await closeTile();
    }
  }
  await closeTile();
  differences.leaves = size;
  await compareRow(trx, { log, row: 1, hashes: above }, differences);
  await compareWithSigned(trx, { head, key }, { size, differences });
}

/** Compares a row of tiles, and those above it. */
async function compareRow(
  trx: Knex,
  { log, row, hashes }: { log: number; row: number; hashes: readonly Hash[] },
  differences: Differences,
): Promise<void> {
  const above: Hash[] = [];
  for (let index = 0; index * TILE_WIDTH < hashes.length; index++) {
    const tile = hashes.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH);
    await compareTile(trx, { log, row, index, hashes: tile }, differences);
    if (tile.length === TILE_WIDTH) above.push(foldComplete(tile));
  }
  if (above.length > 0) await compareRow(trx, { log, row: row + 1, hashes: above }, differences);
}

async function compareTile(
  trx: Knex,
  { hashes, ...at }: { log: number; row: number; index: number; hashes: Hash[] },
  differences: Differences,
): Promise<void> {
  const stored = await readTile(trx, at);
  if (!stored?.equals(Buffer.concat(hashes)))
    differences.add(`tile ${at.index} of row ${at.row} does not have the hashes of its leaves`);
}

async function compareWithSigned(
  trx: Knex,
  { head, key }: { head: HeadRow; key: Verifier | string },
  { size, differences }: { size: number; differences: Differences },
): Promise<void> {
  if (head.fault) differences.add(`the writer has stopped: ${head.fault}`);
  try {
    const verifier = typeof key === 'string' ? signerOf(head, key) : key;
    const signed = head.checkpoint && openCheckpoint(head.checkpoint, verifier);
    if (!signed) differences.add('the checkpoint is not signed by the log');
    else if (signed.size !== size)
      differences.add(`${signed.size} leaves were signed, and there are ${size}`);
    else if (!(await rootAt(rowReader(trx, head.log), size)).equals(signed.root))
      differences.add('the tree does not have the root that was signed');
  } catch (error) {
    if (!(error instanceof DamagedLog)) throw error;
    differences.add(error.message);
  }
  const { rows } = await trx.raw<{ rows: { late: number }[] }>(
    `select count(*)::int as late from ledger_records where log = ? and leaf_index is null
       and (convert_from(entry, 'UTF8')::json ->> 'time')::timestamptz < now() - interval '${WAITS_MAX}'`,
    [head.log],
  );
  if (rows[0]?.late) differences.add(`${rows[0].late} records wait to be added to the tree`);
}

/** What is wrong with a leaf that does not open to its record, or whose columns do not say what it says. */
function faultOf(leaf: LeafRow): string | undefined {
  const { leaf_index: index, subject, entry, salt, record } = leaf;
  const open = parseLeaf(entry);
  if (!open) return `leaf ${index} has no known form`;
  if (open.type !== leaf.type || (open.case ?? null) !== leaf.report_id || (open.burn ?? null) !== leaf.burn)
    return `leaf ${index} says ${open.type} of case ${open.case}, its row another thing`;
  if (record === null && salt === null) return undefined;
  if (record === null || salt === null || commit(salt, record) !== open.commitment)
    return `leaf ${index} (${subject}) does not open to its record`;
  const said = subjectOf(record);
  const isSame = said === undefined || said === subject;
  return isSame ? undefined : `leaf ${index} is about ${said}, its row about ${subject}`;
}

/** What a record is about; undefined for kinds that other parts of the product record. */
export function subjectOf(record: string): string | undefined {
  const { kind, ...numbers } = JSON.parse(record) as Record<string, unknown>;
  switch (kind) {
    case 'report':
    case 'reply':
    case 'post':
      return `${kind} ${numbers.case}`;
    case 'post-of-statement':
      return `${kind} ${numbers.statement}`;
    case 'statement':
    case 'decision':
    case 'appeal':
    case 'praise':
    case 'burn':
      return `${kind} ${numbers[kind]}`;
    default:
      return undefined;
  }
}
