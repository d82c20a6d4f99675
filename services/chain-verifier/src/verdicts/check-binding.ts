import type { Evidence } from '../chain/facts.ts';
import { burnsOf, transfersOf } from './accounts.ts';
import type { Demand } from './demand.ts';
import { findReferences } from './find-references.ts';
import { type Accepted, type Finding, reject, unknown } from './verdict.ts';

export type Binding = Accepted['boundBy'];

const CLOCK_TOLERANCE_S = 60;
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

/** What ties the payment to its purpose: the reference as a memo, its key, or nothing at all. */
export function checkReference(evidence: Evidence, demand: Demand): Finding & { boundBy?: Binding } {
  const references = findReferences(evidence.memos, demand);
  const other = references.others[0];
  const byKey = demand.referenceKey !== undefined && evidence.accountKeys.includes(demand.referenceKey);
  if (references.exact || byKey) {
    if (other !== undefined) return reject('memo_ambiguous', `it names ${shown(other)} too`);
    return references.exact
      ? { seen: `memo ${demand.reference}`, boundBy: 'memo' }
      : { seen: `reference key ${demand.referenceKey}`, boundBy: 'reference_key' };
  }
  if (other !== undefined) return reject('memo_mismatch', `it names ${shown(other)}`);
  if (references.inexact.length > 0)
    return reject('memo_mismatch', 'its memo is not the reference byte for byte');
  const foreignKey = foreignReferenceKey(evidence, demand);
  if (foreignKey !== null) return reject('memo_mismatch', `it carries the reference key ${foreignKey}`);
  if (demand.unbound === 'accept') return { seen: 'no reference', boundBy: 'nothing' };
  return references.memos === 0
    ? reject('memo_missing', 'it has no memo')
    : reject('memo_mismatch', 'none of its memos is the reference');
}

/**
 * An account that does not sign, behind the authority of a top-level burn or transfer, is a Solana Pay reference: the
 * payment names somebody's purpose. Only in the classic token program; in Token-2022 transfer hooks put theirs there.
 */
function foreignReferenceKey(evidence: Evidence, demand: Demand): string | null {
  if (demand.tokenProgram !== TOKEN_PROGRAM) return null;
  const signers = new Set(evidence.signers);
  const own = [...burnsOf(evidence, demand), ...transfersOf(evidence, demand)].filter(
    ({ path }) => !path.includes('.'),
  );
  return own.flatMap(({ extraKeys }) => extraKeys).find((key) => !signers.has(key)) ?? null;
}

/** The time of the block against the demand's window, in whole seconds. */
export function checkWindow(evidence: Evidence, demand: Demand, boundBy: Binding): Finding {
  if (boundBy !== 'nothing' && demand.windowAlways !== true)
    return { seen: 'bound payments may be of any time' };
  const { blockTime } = evidence;
  if (blockTime === null) return unknown('time_unknown', 'the node does not know the time of the block');
  if (demand.now !== undefined && blockTime > demand.now + CLOCK_TOLERANCE_S) {
    return unknown('time_unknown', `the block is ${blockTime - demand.now} s ahead of the clock`);
  }
  if (blockTime < demand.notBefore) {
    return reject(
      'outside_window',
      `it is ${demand.notBefore - blockTime} s older than what it is to pay for`,
    );
  }
  if (demand.notAfter !== undefined && blockTime > demand.notAfter) {
    return reject('outside_window', `it came ${blockTime - demand.notAfter} s too late`);
  }
  return { seen: `block time ${blockTime}` };
}

/** Memos are strangers' text: short, and without what could disturb a log line. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
