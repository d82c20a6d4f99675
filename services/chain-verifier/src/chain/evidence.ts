import { collectFacts } from './collect-facts.ts';
import type { EvidenceResult, Memo } from './facts.ts';
import { conflict, FaultError, fault, incomplete, malformed } from './fault.ts';
import { isMemoProgram } from './programs.ts';
import { readBalances } from './read-balances.ts';
import { type Instruction, readInstructions, readTokenInstructions } from './read-instructions.ts';
import { isObject, type Json, readInteger, readObject } from './read-json.ts';
import { readMessage } from './read-message.ts';

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

/** All memos, top level and inner, with their exact bytes. Log lines are ignored: any program can write them. */
export function readMemos(instructions: readonly Instruction[]): Memo[] {
  return instructions
    .filter(({ program }) => isMemoProgram(program))
    .map(({ path, program, data, accounts }) => ({
      path,
      program,
      bytes: Buffer.from(data).toString('base64'),
      text: decodeUtf8(data),
      keys: accounts,
    }));
}

/** Null for invalid UTF-8, and for text with a NUL, which jsonb cannot store. */
function decodeUtf8(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
