import type { Undecodable } from './facts.ts';
import { malformed } from './fault.ts';
import { isTokenProgram } from './programs.ts';
import type { Instruction } from './read-instructions.ts';
import { decodeBytes } from './token/decode-bytes.ts';
import { addressesIn, decodeParsed } from './token/decode-parsed.ts';
import { type TokenInstruction, UndecodableError } from './token/instruction.ts';

export type Single = Exclude<TokenInstruction, { kind: 'batch' }>;

/** A decoded token instruction with its path; parts of a batch are `path#0`, `path#1`, … */
export type Placed = { path: string; program: string; instruction: Single };

/** Decodes every instruction of the two token programs, whichever program called it; batches are expanded. */
export function readTokenInstructions(instructions: readonly Instruction[]): {
  placed: Placed[];
  undecodable: Undecodable[];
} {
  const placed: Placed[] = [];
  const undecodable: Undecodable[] = [];
  for (const raw of instructions) {
    const { path, program } = raw;
    if (!isTokenProgram(program)) continue;
    try {
      const instruction = decode(raw);
      if (instruction.kind !== 'batch') placed.push({ path, program, instruction });
      else {
        for (const [index, part] of instruction.nested.entries()) {
          const place = { path: `${path}#${index}`, program };
          if (part.ok) placed.push({ ...place, instruction: part.instruction });
          else undecodable.push({ ...place, reason: part.reason, accounts: part.accounts });
        }
      }
    } catch (error) {
      if (!(error instanceof UndecodableError)) throw error;
      undecodable.push({ path, program, reason: error.message, accounts: accountsOf(raw) });
    }
  }
  return { placed, undecodable };
}

function decode(raw: Instruction): TokenInstruction {
  return 'parsed' in raw
    ? decodeParsed(raw.program, raw.parsed)
    : decodeBytes(raw.program, raw.data, raw.accounts);
}

function accountsOf(raw: Instruction): string[] {
  return 'parsed' in raw ? [...new Set(addressesIn(raw.parsed))] : raw.accounts;
}

/** Token accounts are always accounts of the transaction; reject a parsed instruction that names any other. */
export function checkAccounts(placed: readonly Placed[], accountKeys: readonly string[]): void {
  const keys = new Set(accountKeys);
  for (const { path, instruction } of placed) {
    for (const account of accountsMoved(instruction)) {
      if (!keys.has(account))
        malformed(`instruction ${path} names ${account}, which is not among the account keys`);
    }
  }
}

function accountsMoved(instruction: Single): string[] {
  switch (instruction.kind) {
    case 'transfer':
      return [instruction.source, instruction.destination];
    case 'burn':
    case 'mintTo':
      return [instruction.account, instruction.mint];
    case 'movement':
      return [instruction.account];
    default:
      return [];
  }
}
