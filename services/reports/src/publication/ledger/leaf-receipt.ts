import { ApiError } from '@naughty-list/contracts/errors';
import { ledgerTexts } from '@naughty-list/contracts/ledger';
import { openCheckpoint } from '@naughty-list/ledger/checkpoint';
import { LEAF_RECEIPT, type LeafReceipt } from '@naughty-list/ledger/leaf-receipt';
import { verifierKey } from '@naughty-list/ledger/note';
import { proveInclusion } from '@naughty-list/ledger/tree';
import type { Knex } from 'knex';
import { signerOf } from './log-key.ts';
import { readHead, rowReader } from './repository.ts';

type Proven = Omit<LeafReceipt, 'salt' | 'record'>;
type LeafRow = { entry: Buffer; salt: Buffer | null; record: string | null };

/** The last leaf under a condition with its proof; `waiting` for about a second, until the signed tree contains it. */
export async function proveLast(
  db: Knex,
  where: object,
  secret: string,
): Promise<(Proven & { row: LeafRow }) | 'waiting' | undefined> {
  const leafIndex = (await findLeaf(db, where))?.index;
  // Read after the leaf, because the tree may have grown since.
  const head = await readHead(db);
  if (!head || leafIndex === undefined) return undefined;
  const signer = signerOf(head, secret);
  const signed = head.checkpoint === null ? undefined : openCheckpoint(head.checkpoint, signer);
  if (!signed || leafIndex === null || leafIndex >= signed.size) return 'waiting';
  const row: LeafRow | undefined = await db('ledger_records')
    .where({ log: head.log, leaf_index: leafIndex })
    .first('entry', 'salt', 'record');
  if (!row) return undefined;
  const proof = await proveInclusion(rowReader(db, head.log), leafIndex, signed.size);
  return {
    row,
    format: LEAF_RECEIPT,
    key: verifierKey(signer),
    checkpoint: head.checkpoint ?? '',
    index: leafIndex,
    entry: row.entry.toString(),
    proof: proof.map((hash) => hash.toString('base64')),
  };
}

/**
 * The proof of the last leaf about a subject. The caller must check who may see it.
 *
 * @throws ApiError not_found; service_unavailable until the tree contains the leaf
 */
export async function proofAbout(
  db: Knex,
  subject: string,
  secret: string,
): Promise<Proven & { row: LeafRow }> {
  const proven = await proveLast(db, { subject }, secret);
  if (proven === 'waiting') throw new ApiError('service_unavailable', ledgerTexts.waiting);
  if (!proven) throw notFound();
  return proven;
}

/**
 * The receipt of the last leaf about a subject, which opens offline (`npm run verify-receipt`), unless its record was
 * erased.
 *
 * @throws ApiError as {@link proofAbout}
 */
export async function receiptAbout(db: Knex, subject: string, secret: string): Promise<LeafReceipt> {
  const { row, ...proven } = await proofAbout(db, subject, secret);
  if (!row.salt || row.record === null) throw notFound();
  return { ...proven, salt: row.salt.toString('base64'), record: row.record };
}

const notFound = () => new ApiError('not_found', 'Not found');

/** The last leaf under a condition: its index in the current log, null while it waits. */
export async function findLeaf(db: Knex, where: object): Promise<{ index: number | null } | undefined> {
  const leaf: { leaf_index: string | null } | undefined = await db('ledger_records')
    .whereRaw('log = (select max(log) from ledger_head)')
    .where(where)
    .orderByRaw('leaf_index desc, id desc')
    .first('leaf_index');
  return leaf && { index: leaf.leaf_index === null ? null : Number(leaf.leaf_index) };
}
