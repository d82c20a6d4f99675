import type { JudgedPayment, Receipt } from '@naughty-list/contracts/receipts';
import { SETTLED, VerificationId } from '@naughty-list/contracts/verifications';
import { verifierKey } from '@naughty-list/ledger/note';
import { sealValue } from '@naughty-list/ledger/seal';
import { findKeptProof } from '@naughty-list/payment-flow/proofs';
import type { Knex } from 'knex';
import { removalSubject } from '../cases/removal/payment-kind.ts';
import { proveLast } from './ledger/leaf-receipt.ts';
import { signerOf } from './ledger/log-key.ts';
import { readHead } from './ledger/repository.ts';

type Claim = {
  id: string;
  report_id: number | null;
  signature: string;
  intent_id: string | null;
  proven_wallet: string | null;
};

type ReadJudged = (id: VerificationId) => Promise<JudgedPayment>;

/** The receipt of a payment for a membership, by its claim's id: sealed with the ledger's key, without a public leaf. */
export async function readMembershipReceipt(
  db: Knex,
  id: VerificationId,
  { readJudged, secret }: { readJudged: ReadJudged; secret: string },
): Promise<Receipt | undefined> {
  const head = await readHead(db);
  if (!head) return undefined;
  const signer = signerOf(head, secret);
  const receipt = {
    version: 2 as const,
    purpose: 'membership' as const,
    ...(await readJudged(id)),
    report: null,
    ledger: null,
    ledgerState: 'private' as const,
    key: verifierKey(signer),
  };
  return { ...receipt, seal: sealValue('receipt', receipt, signer) };
}

/**
 * The receipt of a removal by its payment, sealed with the ledger's key; undefined if the transaction removed nothing.
 * `readJudged` reads evidence and verdict from the chain verifier.
 */
export async function readReceipt(
  db: Knex,
  signature: string,
  { readJudged, secret }: { readJudged: ReadJudged; secret: string },
): Promise<Receipt | undefined> {
  const claim: Claim | undefined = await db('removal_claims')
    .where({ signature, status: 'removed' })
    // A payment settled by hand has no verdict to prove.
    .whereRaw('code is distinct from ?', [SETTLED])
    .first('id', 'report_id', 'signature', 'intent_id', 'proven_wallet');
  const head = await readHead(db);
  if (!claim || !head) return undefined;
  const judged = await readJudged(VerificationId.parse(claim.id));
  const signer = signerOf(head, secret);
  const receipt = {
    version: 2 as const,
    purpose: 'removal' as const,
    ...judged,
    report: claim.report_id,
    intent: claim.intent_id,
    proof: await proofOf(db, claim),
    ...(await proveInLedger(db, claim, secret)),
    key: verifierKey(signer),
  };
  return { ...receipt, seal: sealValue('receipt', receipt, signer) };
}

/** The message that the paying wallet signed, if the payment counted because of it. */
async function proofOf(
  db: Knex,
  { report_id, signature, proven_wallet: wallet }: Claim,
): Promise<Receipt['proof']> {
  if (report_id === null || wallet === null) return null;
  return findKeptProof(db, { subject: removalSubject(report_id), signature, wallet });
}

/** The proof that the signed tree contains the removal, whose leaf is found by report. */
async function proveInLedger(
  db: Knex,
  { report_id, signature }: Claim,
  secret: string,
): Promise<Pick<Receipt, 'ledger' | 'ledgerState'>> {
  const proven = await proveLast(db, { report_id, type: 'report-removed', burn: signature }, secret);
  if (!proven) return { ledger: null, ledgerState: 'older' };
  if (proven === 'waiting') return { ledger: null, ledgerState: 'waiting' };
  const { index, entry, proof: hashes, checkpoint } = proven;
  return { ledger: { index, entry, hashes, checkpoint }, ledgerState: 'included' };
}
