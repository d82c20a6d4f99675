import { ApiError } from '@naughty-list/contracts/errors';
import { ledgerTexts } from '@naughty-list/contracts/ledger';
import { openCheckpoint } from '@naughty-list/ledger/checkpoint';
import { LEAF_RECEIPT, type LeafReceipt } from '@naughty-list/ledger/leaf-receipt';
import { createSigner, verifierKey } from '@naughty-list/ledger/note';
import { proveInclusion } from '@naughty-list/ledger/tree';
import type { Knex } from 'knex';
import { readHead, rowReader } from './repository.ts';

/**
 * The receipt of a leaf, which opens offline (`npm run verify-receipt`); `waiting` until the signed tree has it, which
 * takes a second. Undefined for a leaf that there is not, or whose record was erased.
 */
async function leafReceipt(db: Knex, leafIndex: number): Promise<LeafReceipt | 'waiting' | undefined> {
  const head = await readHead(db);
  if (!head) return undefined;
  const signer = createSigner(head.origin, head.private_key);
  const signed = head.checkpoint === null ? undefined : openCheckpoint(head.checkpoint, signer);
  if (!signed || leafIndex >= signed.size) return 'waiting';
  const leaf: { entry: Buffer; salt: Buffer | null; record: string | null } | undefined = await db(
    'ledger_records',
  )
    .where({ log: head.log, leaf_index: leafIndex })
    .first('entry', 'salt', 'record');
  if (!leaf?.salt || leaf.record === null) return undefined;
  const proof = await proveInclusion(rowReader(db, head.log), leafIndex, signed.size);
  return {
    format: LEAF_RECEIPT,
    key: verifierKey(signer),
    checkpoint: head.checkpoint ?? '',
    index: leafIndex,
    entry: leaf.entry.toString(),
    salt: leaf.salt.toString('base64'),
    record: leaf.record,
    proof: proof.map((hash) => hash.toString('base64')),
  };
}

/**
 * The receipt of the last leaf about a subject. The caller decides who may have it.
 *
 * @throws ApiError not_found, and service_unavailable until the tree has it
 */
export async function receiptAbout(db: Knex, subject: string): Promise<LeafReceipt> {
  const leaf = await findLeaf(db, subject);
  const receipt = leaf && (leaf.index === null ? 'waiting' : await leafReceipt(db, leaf.index));
  if (receipt === 'waiting') throw new ApiError('service_unavailable', ledgerTexts.waiting);
  if (!receipt) throw new ApiError('not_found', 'Not found');
  return receipt;
}

/** The last leaf about a subject, such as `report 7`: its index in the current log, null while it waits. */
export async function findLeaf(db: Knex, subject: string): Promise<{ index: number | null } | undefined> {
  const leaf: { leaf_index: string | null } | undefined = await db('ledger_records')
    .whereRaw('log = (select max(log) from ledger_head)')
    .where({ subject })
    .orderBy('id', 'desc')
    .first('leaf_index');
  return leaf && { index: leaf.leaf_index === null ? null : Number(leaf.leaf_index) };
}
