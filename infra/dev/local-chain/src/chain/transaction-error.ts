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

/** Those of a node's sentences (agave, `TransactionError`) that clients read and that are not the words of the name. */
const SENTENCES: { [name: string]: string } = {
  AlreadyProcessed: 'This transaction has already been processed',
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
};

/** A node's message after "Transaction simulation failed: ". @solana/kit has them only outside production. */
export function errorText(error: TransactionError): string {
  if (typeof error === 'string') return SENTENCES[error] ?? wordsOf(error);
  const [[name, about] = ['']] = Object.entries(error);
  if (name !== 'InstructionError' || !Array.isArray(about))
    return `${wordsOf(name)}: ${JSON.stringify(about)}`;
  const [index, inner] = about;
  const text =
    typeof inner === 'object' ? `custom program error: 0x${inner.Custom.toString(16)}` : wordsOf(inner);
  return `Error processing Instruction ${index}: ${text}`;
}

/** `BlockhashNotFound` as "Blockhash not found". */
const wordsOf = (name: string) => name.replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
