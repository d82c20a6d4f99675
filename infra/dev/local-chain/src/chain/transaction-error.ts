import { getSolanaErrorFromTransactionError } from '@solana/kit';
import type { FailedTransactionMetadata } from 'litesvm';

/** A transaction error in the JSON shape of a node, for example `{"InstructionError":[0,{"Custom":1}]}`. */
export type TransactionError =
  | string
  | { InstructionError: [number, string | { Custom: number }] }
  | { DuplicateInstruction: number }
  | { [kind: string]: { account_index: number } };

/** An error as LiteSVM prints it: `err: InstructionError(0, Custom(1)), meta: …`. Its objects have numbers alone, no names. */
const PRINTED = /err: (\w+)(?:\((\d+)(?:, (\w+)(?:\((\d+)\))?)?\)| \{ account_index: (\d+) \})?, meta: /;

/** Translates LiteSVM's error to a node's JSON. */
export function errorOf(failed: FailedTransactionMetadata): TransactionError {
  const [, name = 'SanitizeFailure', index, inner, custom, account] = PRINTED.exec(failed.toString()) ?? [];
  if (account !== undefined) return { [name]: { account_index: Number(account) } };
  if (index === undefined) return name;
  if (inner === undefined) return { DuplicateInstruction: Number(index) };
  return { InstructionError: [Number(index), custom === undefined ? inner : { Custom: Number(custom) }] };
}

/** A node's message after "Transaction simulation failed: ". */
export function errorText(error: TransactionError): string {
  if (typeof error === 'object' && 'InstructionError' in error && Array.isArray(error.InstructionError)) {
    const [index, inner] = error.InstructionError;
    if (typeof inner === 'object')
      return `Error processing Instruction ${index}: custom program error: 0x${inner.Custom.toString(16)}`;
  }
  return getSolanaErrorFromTransactionError(error).message;
}
