import { collectFacts } from './collect-facts.ts';
import type { EvidenceResult } from './facts.ts';
import { conflict, FaultError, fault, incomplete, malformed } from './fault.ts';
import { readBalances } from './read-balances.ts';
import { readInstructions } from './read-instructions.ts';
import { isObject, type Json, readInteger, readObject } from './read-json.ts';
import { readMemos } from './read-memos.ts';
import { readMessage } from './read-message.ts';
import { readTokenInstructions } from './read-token-instructions.ts';

/**
 * Turns the `result` of JSON-RPC `getTransaction` (encoding `json`; legacy, v0 and v1 transactions) into facts. Pure, and never throws for any `answer`: missing or contradictory data is returned as a
 * fault. `signature` is the requested signature in canonical base58.
 */
export function readEvidence({ answer, signature }: { answer: unknown; signature: string }): EvidenceResult {
  try {
    return { ok: true, evidence: read(answer, signature) };
  } catch (error) {
    const code = error instanceof FaultError ? error.code : 'malformed_response';
    const detail = error instanceof FaultError ? error.message : 'the answer could not be read';
    return { ok: false, fault: { code, detail: detail.slice(0, 500) } };
  }
}

function read(value: unknown, signature: string) {
  if (value === null) return fault('not_found_yet', 'the node does not have the transaction');
  const answer = readObject(value, 'result');
  if (answer.meta === undefined || answer.meta === null) incomplete('meta is missing');
  const meta = readObject(answer.meta, 'meta');
  const slot = readInteger(answer.slot, 'slot');
  const message = readMessage(answer, meta.loadedAddresses);
  if (message.signatures[0] !== signature)
    fault('response_mismatch', 'the answer is about another transaction');

  const error = readError(meta);
  const { instructions, innerRecorded } = readInstructions(message, meta.innerInstructions, error === null);
  const tokens = readTokenInstructions(instructions);
  const holdings = readBalances(meta, message.accountKeys);
  return {
    signature,
    slot,
    blockTime: readBlockTime(answer.blockTime),
    version: message.version,
    success: error === null,
    error,
    feePayer: message.accountKeys[0] ?? malformed('the transaction has no accounts'),
    signers: message.signers,
    accountKeys: message.accountKeys,
    signaturesChecked: message.signaturesChecked,
    innerRecorded,
    memos: readMemos(instructions),
    ...collectFacts({ ...tokens, holdings, success: error === null }),
  };
}

/** Only an explicit `null` is success. The older `status` field must agree if present. */
function readError(meta: Json): string | null {
  const { err, status } = meta;
  if (err === undefined) return incomplete('meta.err is missing');
  if (isObject(status) && 'Ok' in status !== (err === null))
    return conflict('meta.err and meta.status disagree');
  return err === null ? null : (JSON.stringify(err) ?? 'error').slice(0, 2000);
}

function readBlockTime(value: unknown): number | null {
  return value === undefined || value === null ? null : readInteger(value, 'blockTime');
}
