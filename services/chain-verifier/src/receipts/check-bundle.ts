import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { whyNoEntry } from '@naughty-list/contracts/receipt-texts';
import { Receipt, ReceiptOfVersion1 } from '@naughty-list/contracts/receipts';
import { openCheckpoint } from '@naughty-list/ledger/checkpoint';
import { leafHash } from '@naughty-list/ledger/hashes';
import { fromBase64, parseVerifierKey } from '@naughty-list/ledger/note';
import { isSealed } from '@naughty-list/ledger/seal';
import { includes } from '@naughty-list/ledger/verify-proofs';
import { isSignedBy } from '@naughty-list/payment-flow/proofs';
import { readEvidence } from '../chain/evidence.ts';
import type { Evidence } from '../chain/facts.ts';
import { readDemand } from '../verdicts/demand.ts';
import { judgePayment } from '../verdicts/judge-payment.ts';
import { codesOf } from './judged-payment.ts';
import { UsageError } from './read-options.ts';
import { readFromChain } from './read-source.ts';
import { printReceipt } from './recompute.ts';

/** A receipt of this release or an earlier one. */
type AnyReceipt = Receipt | ReceiptOfVersion1;

/** `isKeyKept`: without a key that the reader kept, anyone could have sealed the receipt. */
type Checked = { lines: string[]; problems: string[]; isKeyKept: boolean };

/**
 * Checks a downloaded receipt without the site: its seal, its leaf and proof, the transaction's signatures, and the
 * verdict, which is recomputed; with `rpcs`, also that the chain agrees. Throws a UsageError if the file is not a
 * receipt.
 */
export async function checkBundle(
  path: string,
  { key: keptKey, rpcs }: { key?: string; rpcs: readonly string[] },
): Promise<Checked> {
  const receipt = await readBundle(path);
  const key = parseVerifierKey(receipt.key);
  const { seal, ...sealed } = receipt;
  const problems: string[] = [];
  const expect = (isTrue: boolean, problem: string) => isTrue || problems.push(problem);
  expect(key !== undefined, 'its key is not a verifier key');
  expect(keptKey === undefined || keptKey === receipt.key, 'its key is not the one you saved');
  if (key) {
    expect(isSealed(seal, 'receipt', sealed, key), `it is not what ${key.name} sealed`);
    if (receipt.ledger) expect(isInLedger(receipt, key), 'the signed ledger does not have this removal');
  }
  expect((receipt.ledger !== null) === (receipt.ledgerState === 'included'), 'its proof is missing');
  expect(isOfSubject(receipt), 'its demand is for something else');
  const evidence = receipt.evidence as Evidence;
  expect(evidence.signature === receipt.signature, 'its evidence is about another transaction');
  if (receipt.version === 2) expect(isProven(receipt), 'its proof is not what the paying wallet signed');
  if (receipt.transaction) expect(isEvidenceOf(receipt, evidence), "its evidence is not its transaction's");
  if (rpcs.length > 0) {
    const { signature, demand } = receipt;
    const read = await readFromChain(rpcs, { signature, mint: demand.mint });
    expect(isDeepStrictEqual(read.evidence, evidence), 'the chain says otherwise');
  }
  const lines = judgeAgain(receipt, evidence, problems);
  return {
    lines: [...lines, ...proofLines(receipt), ...ledgerLines(receipt)],
    problems,
    isKeyKept: keptKey !== undefined,
  };
}

async function readBundle(path: string): Promise<AnyReceipt> {
  try {
    const text = await readFile(path, 'utf8');
    const bundle = JSON.parse(text);
    if (compact(text) !== JSON.stringify(bundle)) throw new Error('it can be read in two ways');
    (bundle?.version === 1 ? ReceiptOfVersion1 : Receipt).parse(bundle);
    // As parsed, because Zod drops `__proto__`.
    return bundle;
  } catch (error) {
    throw new UsageError(
      `${path} is not a receipt: ${error instanceof Error ? error.message : 'unreadable'}`,
    );
  }
}

/** Removes white space and normalises strings. Duplicate fields and unusual numbers stay, unlike in `JSON.stringify`. */
const compact = (json: string): string =>
  json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\s+/g, (part) =>
    part.startsWith('"') ? JSON.stringify(JSON.parse(part)) : '',
  );

/** The reference of a report consists of letters and its number; that of a membership has a key after a hyphen. */
function isOfSubject(receipt: AnyReceipt): boolean {
  const { report, demand, ledgerState } = receipt;
  const isMembership = receipt.version === 2 && receipt.purpose === 'membership';
  if (isMembership !== (ledgerState === 'private')) return false;
  if (isMembership) return report === null && demand.reference.includes('-');
  return report === null || Number(/^[A-Za-z]+(\d+)$/.exec(demand.reference)?.[1]) === report;
}

function isInLedger(
  { ledger, report, signature }: AnyReceipt,
  key: Parameters<typeof openCheckpoint>[1],
): boolean {
  const tree = ledger && openCheckpoint(ledger.checkpoint, key);
  if (!tree) return false;
  const { index, entry, hashes } = ledger;
  const proof = hashes.map((hash) => fromBase64(hash) ?? Buffer.alloc(0));
  if (!includes({ ...tree, leaf: leafHash(Buffer.from(entry)), index, proof })) return false;
  const leaf = JSON.parse(entry) as Record<string, unknown>;
  return leaf.type === 'report-removed' && leaf.burn === signature && leaf.case === report;
}

/** A provider may have omitted the block time; the evidence has the quorum's. */
function isEvidenceOf({ transaction, signature }: AnyReceipt, evidence: Evidence): boolean {
  const read = readEvidence({ answer: transaction, signature });
  if (!read.ok) return false;
  const blockTime = read.evidence.blockTime ?? evidence.blockTime;
  return isDeepStrictEqual({ ...read.evidence, blockTime }, evidence);
}

/** Judges by the rule set that the receipt names, and compares codes, amounts and addresses. */
function judgeAgain(receipt: AnyReceipt, evidence: Evidence, problems: string[]): string[] {
  try {
    const demand = readDemand(JSON.stringify(receipt.demand));
    const verdict = judgePayment(evidence, demand);
    const { decidedAt: _, decimals, ...told } = toldBy(receipt);
    const isSame =
      isDeepStrictEqual({ ...codesOf(evidence, demand), ...told }, codesOf(evidence, demand)) &&
      demand.decimals === decimals;
    if (!isSame) problems.push('judged again, the verdict is different');
    return printReceipt({
      evidence,
      from: `the receipt, read from ${receipt.providers} providers`,
      demand,
      verdict,
    });
  } catch (error) {
    problems.push(`it cannot be judged again: ${error instanceof Error ? error.message : error}`);
    return [];
  }
}

/** What the receipt says in codes; version 1 has fewer, and a rule that failed is none. */
function toldBy(receipt: AnyReceipt): Partial<Receipt['verdict']> {
  if (receipt.version === 2) return receipt.verdict;
  const { rules, ...verdict } = receipt.verdict;
  return { ...verdict, rules: rules.map(({ rule, passed }) => (passed ? rule : `not ${rule}`)) };
}

/** A proof must be signed by the wallet that the demand names, and be about this transaction. */
function isProven({ proof, demand, signature }: Receipt): boolean {
  if (proof === null) return true;
  const { provenWallet } = demand;
  return (
    provenWallet !== undefined &&
    proof.message.includes(signature) &&
    isSignedBy(provenWallet, proof.message, proof.signature)
  );
}

function proofLines(receipt: AnyReceipt): string[] {
  if (receipt.version === 1 || !receipt.proof) return [];
  return receipt.proof.message.split('\n').map((line, at) => `${at === 0 ? 'signed' : ''}`.padEnd(13) + line);
}

function ledgerLines(receipt: AnyReceipt): string[] {
  const { ledger, ledgerState, key } = receipt;
  const where = ledger
    ? `entry ${ledger.index} of ${key}`
    : ledgerState === 'waiting'
      ? 'not yet: download the receipt again'
      : ledgerState === 'private'
        ? 'none: memberships are private'
        : whyNoEntry(receipt);
  return [`ledger       ${where}`];
}
