import type { CompiledInstruction } from './encode-message.ts';
import type { Undecodable } from './facts.ts';
import { incomplete, malformed } from './fault.ts';
import { isLeafProgram, isTokenProgram } from './programs.ts';
import { at, readArray, readInteger, readObject } from './read-json.ts';
import { type Message, readCompiled } from './read-message.ts';
import { decodeBytes } from './token/decode-bytes.ts';
import { type TokenInstruction, UndecodableError } from './token/instruction.ts';

/** One executed instruction, top level or inner. */
export type Instruction = { path: string; program: string; data: Uint8Array; accounts: string[] };

/** All instructions in order of execution, as far as the response has them; `inner` is `meta.innerInstructions`. */
export function readInstructions(
  message: Message,
  inner: unknown,
  success: boolean,
): { instructions: Instruction[]; innerRecorded: boolean } {
  const resolve = ({ programIndex, accountIndexes, data }: CompiledInstruction, path: string) => ({
    path,
    program: at(message.accountKeys, programIndex, `program of instruction ${path}`),
    accounts: accountIndexes.map((index) => at(message.accountKeys, index, `account of instruction ${path}`)),
    data,
  });
  const outer = message.instructions.map((instruction, index) => resolve(instruction, String(index)));
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
    ...(groups.get(index) ?? []).map((value, position) =>
      resolve(readCompiled(value), `${index}.${position}`),
    ),
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
  for (const { path, program, data, accounts } of instructions) {
    if (!isTokenProgram(program)) continue;
    try {
      const instruction = decodeBytes(program, data, accounts);
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
      undecodable.push({ path, program, reason: error.message, accounts });
    }
  }
  return { placed, undecodable };
}
