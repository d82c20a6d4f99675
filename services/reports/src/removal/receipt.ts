import type { JudgedPayment, Receipt } from '@naughty-list/contracts/receipts';
import { VerificationId } from '@naughty-list/contracts/verifications';
import { openCheckpoint } from '@naughty-list/ledger/checkpoint';
import { createSigner, verifierKey } from '@naughty-list/ledger/note';
import { sealValue } from '@naughty-list/ledger/seal';
import { proveInclusion } from '@naughty-list/ledger/tree';
import type { Knex } from 'knex';
import { type HeadRow, readHead, rowReader } from '../ledger/repository.ts';

type Claim = { id: string; report_id: number | null; signature: string };

/**
 * The receipt of a removal by its burn, sealed with the ledger's key; undefined if the transaction removed nothing. `readJudged`
 * asks the chain verifier, which has the evidence.
 */
export async function readReceipt(
  db: Knex,
  signature: string,
  readJudged: (id: VerificationId) => Promise<JudgedPayment>,
): Promise<Receipt | undefined> {
  const claim: Claim | undefined = await db('removal_claims')
    .where({ signature, status: 'removed' })
    .first('id', 'report_id', 'signature');
  const head = await readHead(db);
  if (!claim || !head) return undefined;
  const judged = await readJudged(VerificationId.parse(claim.id));
  const signer = createSigner(head.origin, head.private_key);
  const receipt = {
    version: 1 as const,
    ...judged,
    report: claim.report_id,
    ...(await proveInLedger(db, claim, { head, key: signer })),
    key: verifierKey(signer),
  };
  return { ...receipt, seal: sealValue('receipt', receipt, signer) };
}

/** The proof that the signed tree contains the removal, whose leaf is found by report. */
async function proveInLedger(
  db: Knex,
  { report_id, signature }: Claim,
  { head, key }: { head: HeadRow; key: Parameters<typeof openCheckpoint>[1] },
): Promise<Pick<Receipt, 'ledger' | 'ledgerState'>> {
  const leaf: { leaf_index: string | null; entry: Buffer } | undefined = await db('ledger_records')
    .where({ report_id, type: 'report-removed', burn: signature })
    .first('leaf_index', 'entry');
  if (!leaf) return { ledger: null, ledgerState: 'older' };
  const checkpoint = head.checkpoint ?? '';
  const size = openCheckpoint(checkpoint, key)?.size ?? 0;
  // Read after the head, because the record may have been added to the tree since.
  if (leaf.leaf_index === null || Number(leaf.leaf_index) >= size)
    return { ledger: null, ledgerState: 'waiting' };
  const index = Number(leaf.leaf_index);
  const hashes = (await proveInclusion(rowReader(db), index, size)).map((hash) => hash.toString('base64'));
  return { ledger: { index, entry: leaf.entry.toString(), hashes, checkpoint }, ledgerState: 'included' };
}
