import type { FailedTransactionMetadata } from 'litesvm';
import { INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from './error-names.ts';

export type InstructionError = string | { Custom: number } | { BorshIoError: string };

/** A transaction error in the JSON shape of a node, for example `{"InstructionError":[0,{"Custom":1}]}`. */
export type TransactionError =
  | string
  | { InstructionError: [number, InstructionError] }
  | { DuplicateInstruction: number }
  | { InsufficientFundsForRent: { account_index: number } }
  | { ProgramExecutionTemporarilyRestricted: { account_index: number } };

type SvmError = ReturnType<FailedTransactionMetadata['err']>;

function instructionError(error: unknown): InstructionError {
  if (typeof error === 'number') return INSTRUCTION_ERRORS[error]?.name ?? 'GenericError';
  if (typeof error === 'object' && error !== null) {
    if ('code' in error && typeof error.code === 'number') return { Custom: error.code };
    if ('msg' in error && typeof error.msg === 'string') return { BorshIoError: error.msg };
  }
  return 'GenericError';
}

/** Translates LiteSVM's error objects (numbers, or classes identified by name) to a node's JSON. */
export function fromSvmError(error: SvmError): TransactionError {
  if (typeof error === 'number') return TRANSACTION_ERRORS[error]?.name ?? 'SanitizeFailure';
  if ('err' in error) return { InstructionError: [error.index, instructionError(error.err())] };
  if ('index' in error) return { DuplicateInstruction: error.index };
  const place = { account_index: error.accountIndex };
  return error.constructor.name === 'TransactionErrorInsufficientFundsForRent'
    ? { InsufficientFundsForRent: place }
    : { ProgramExecutionTemporarilyRestricted: place };
}

function instructionErrorText(error: InstructionError): string {
  if (typeof error === 'string') {
    return INSTRUCTION_ERRORS.find((entry) => entry.name === error)?.text ?? error;
  }
  if ('Custom' in error) return `custom program error: 0x${error.Custom.toString(16)}`;
  return `Failed to serialize or deserialize account data: ${error.BorshIoError}`;
}

/** A node's message after "Transaction simulation failed: ". */
export function errorText(error: TransactionError): string {
  if (typeof error === 'string') {
    return TRANSACTION_ERRORS.find((entry) => entry.name === error)?.text ?? error;
  }
  if ('InstructionError' in error) {
    const [index, inner] = error.InstructionError;
    return `Error processing Instruction ${index}: ${instructionErrorText(inner)}`;
  }
  if ('DuplicateInstruction' in error) {
    return `Transaction contains a duplicate instruction (${error.DuplicateInstruction}) that is not allowed`;
  }
  if ('InsufficientFundsForRent' in error) {
    return `Transaction results in an account (${error.InsufficientFundsForRent.account_index}) with insufficient funds for rent`;
  }
  const { account_index: index } = error.ProgramExecutionTemporarilyRestricted;
  return `Execution of the program referenced by account at index ${index} is temporarily restricted.`;
}
