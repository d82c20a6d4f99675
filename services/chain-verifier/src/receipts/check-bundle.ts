import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { Receipt } from '@naughty-list/contracts/receipts';
import { openCheckpoint } from '@naughty-list/ledger/checkpoint';
import { leafHash } from '@naughty-list/ledger/hashes';
import { fromBase64, parseVerifierKey } from '@naughty-list/ledger/note';
import { isSealed } from '@naughty-list/ledger/seal';
import { includes } from '@naughty-list/ledger/verify-proofs';
import { readEvidence } from '../chain/evidence.ts';
import type { Evidence } from '../chain/facts.ts';
import { readDemand } from '../verdicts/demand.ts';
import { judgePayment } from '../verdicts/judge-payment.ts';
import { printReceipt } from './print-receipt.ts';
import { UsageError } from './read-options.ts';
import { readFromChain } from './read-source.ts';

/** `isKeyKept`: without a key that the reader kept, anyone could have sealed the receipt. */
type Checked = { lines: string[]; problems: string[]; isKeyKept: boolean };

/**
 * Checks a downloaded receipt without the site: its seal, its leaf and proof, the transaction's signatures, and the
 * verdict, which is recomputed; with `rpcs`, also that the chain agrees. Throws a UsageError if the file is not a
 * receipt.
 */
export async function checkBundle(
  path: string,
  { key: keptKey, rpcs }: { key: string | undefined; rpcs: readonly string[] },
): Promise<Checked> {
  const receipt = await readBundle(path);
  const key = parseVerifierKey(receipt.key);
  const { seal, ...sealed } = receipt;
  const problems: string[] = [];
  const expect = (isTrue: boolean, problem: string) => isTrue || problems.push(problem);
  expect(key !== undefined, 'its key is not a verifier key');
  expect(keptKey === undefined || keptKey === receipt.key, 'its key is not the one that you kept');
  if (key) {
    expect(isSealed(seal, 'receipt', sealed, key), `it is not what ${key.name} sealed`);
    if (receipt.ledger) expect(isInLedger(receipt, key), 'the signed ledger does not have this removal');
  }
  expect((receipt.ledger !== null) === (receipt.ledgerState === 'included'), 'its proof is missing');
  expect(isOfReport(receipt), 'what was asked is not for its report');
  const evidence = receipt.evidence as Evidence;
  expect(evidence.signature === receipt.signature, 'its evidence is about another transaction');
  if (receipt.transaction) expect(isEvidenceOf(receipt, evidence), 'its evidence is not its transaction’s');
  if (rpcs.length > 0) {
    const { signature, demand } = receipt;
    const read = await readFromChain(rpcs, { signature, mint: demand.mint });
    expect(isDeepStrictEqual(read.evidence, evidence), 'the chain says otherwise');
  }
  const lines = judgeAgain(receipt, evidence, problems);
  return { lines: [...lines, ...ledgerLines(receipt)], problems, isKeyKept: keptKey !== undefined };
}

async function readBundle(path: string): Promise<Receipt> {
  try {
    const text = await readFile(path, 'utf8');
    const bundle = JSON.parse(text);
    if (compact(text) !== JSON.stringify(bundle)) throw new Error('it can be read in two ways');
    Receipt.parse(bundle);
    // As parsed, because Zod drops `__proto__`.
    return bundle;
  } catch (error) {
    throw new UsageError(`${path} is no receipt: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

/** Removes white space and normalises strings. Duplicate fields and unusual numbers stay, unlike in `JSON.stringify`. */
const compact = (json: string): string =>
  json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\s+/g, (part) =>
    part.startsWith('"') ? JSON.stringify(JSON.parse(part)) : '',
  );

/** A reference consists of letters and the report's number. */
const isOfReport = ({ report, demand }: Receipt): boolean =>
  report === null || Number(/\d+$/.exec(demand.reference)?.[0]) === report;

function isInLedger(
  { ledger, report, signature }: Receipt,
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
function isEvidenceOf({ transaction, signature }: Receipt, evidence: Evidence): boolean {
  const read = readEvidence({ answer: transaction, signature });
  if (!read.ok) return false;
  const blockTime = read.evidence.blockTime ?? evidence.blockTime;
  return isDeepStrictEqual({ ...read.evidence, blockTime }, evidence);
}

function judgeAgain({ verdict, ...receipt }: Receipt, evidence: Evidence, problems: string[]): string[] {
  try {
    const demand = readDemand(JSON.stringify(receipt.demand));
    const judged = judgePayment(evidence, demand);
    const isSame =
      judged.outcome === 'accepted' &&
      judged.amount === BigInt(verdict.amount) &&
      judged.slot === verdict.slot &&
      demand.decimals === verdict.decimals &&
      isDeepStrictEqual(judged.rules, verdict.rules);
    if (!isSame) problems.push('judged again, the verdict is another one');
    return printReceipt({
      evidence,
      from: `the receipt, read from ${receipt.providers} providers`,
      demand,
      verdict: judged,
    });
  } catch (error) {
    problems.push(`it cannot be judged again: ${error instanceof Error ? error.message : error}`);
    return [];
  }
}

function ledgerLines({ ledger, ledgerState, key }: Receipt): string[] {
  const where = ledger
    ? `entry ${ledger.index} of ${key}`
    : ledgerState === 'waiting'
      ? 'not yet: download the receipt again'
      : 'the removal is older than the ledger';
  return [`ledger       ${where}`];
}
