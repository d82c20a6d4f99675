import { decodeBase58, readAddress } from './base58.ts';
import { incomplete, malformed } from './fault.ts';
import { isLeafProgram } from './programs.ts';
import { at, type Json, readArray, readInteger, readObject } from './read-json.ts';
import { type Message, readCompiled } from './read-message.ts';
import type { CompiledInstruction } from './wire.ts';

/** One executed instruction, top level or inner: raw bytes, or as parsed by the node. */
export type Instruction = { path: string; program: string } & (
  | { data: Uint8Array; accounts: string[] }
  | { parsed: unknown }
);

/** All instructions in order of execution, as far as the response has them; `inner` is `meta.innerInstructions`. */
export function readInstructions(
  message: Message,
  inner: unknown,
  success: boolean,
): { instructions: Instruction[]; innerRecorded: boolean } {
  const read = message.compiled ? compiledReader(message.accountKeys) : parsedReader(message.accountKeys);
  const outer = message.instructions.map((value, index) => read(value, String(index)));
  if (inner === undefined || inner === null) {
    // All effects of a failed transaction were rolled back, whichever program caused them.
    const foreign = success ? outer.find(({ program }) => !isLeafProgram(program)) : undefined;
    if (foreign !== undefined)
      incomplete(`inner instructions are not recorded, and ${foreign.program} may have made some`);
    return { instructions: outer, innerRecorded: false };
  }
  const groups = readGroups(inner, outer.length);
  const instructions = outer.flatMap((instruction, index) => [
    instruction,
    ...(groups.get(index) ?? []).map((value, position) => read(value, `${index}.${position}`)),
  ]);
  return { instructions, innerRecorded: true };
}

function readGroups(inner: unknown, outerCount: number): Map<number, unknown[]> {
  const groups = new Map<number, unknown[]>();
  for (const value of readArray(inner, 'innerInstructions')) {
    const group = readObject(value, 'innerInstructions[]');
    const index = readInteger(group.index, 'innerInstructions[].index');
    if (index >= outerCount) malformed('innerInstructions belong to an instruction that is not there');
    if (groups.has(index)) malformed('innerInstructions of one instruction come twice');
    groups.set(index, readArray(group.instructions, 'innerInstructions[].instructions'));
  }
  return groups;
}

type Reader = (value: unknown, path: string) => Instruction;

function compiledReader(keys: readonly string[]): Reader {
  return (value, path) => {
    const { programIndex, accountIndexes, data } = isCompiled(value) ? value : readCompiled(value);
    return {
      path,
      program: at(keys, programIndex, `program of instruction ${path}`),
      accounts: accountIndexes.map((index) => at(keys, index, `account of instruction ${path}`)),
      data,
    };
  };
}

/** Top-level instructions of a compiled message are already decoded. */
function isCompiled(value: unknown): value is CompiledInstruction {
  return typeof value === 'object' && value !== null && 'programIndex' in value && 'accountIndexes' in value;
}

function parsedReader(accountKeys: readonly string[]): Reader {
  const keys = new Set(accountKeys);
  const known = (value: unknown, where: string) => {
    const key = readAddress(value, where);
    return keys.has(key) ? key : malformed(`${where} is not among the account keys`);
  };
  return (value, path) => {
    const body: Json = readObject(value, `instruction ${path}`);
    const program = known(body.programId, `program of instruction ${path}`);
    if (body.parsed !== undefined && body.data === undefined) return { path, program, parsed: body.parsed };
    const accounts = readArray(body.accounts, `accounts of instruction ${path}`);
    return {
      path,
      program,
      accounts: accounts.map((account) => known(account, `account of instruction ${path}`)),
      data: decodeBase58(body.data, `data of instruction ${path}`),
    };
  };
}
