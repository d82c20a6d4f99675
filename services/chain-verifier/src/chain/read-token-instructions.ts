import type { Undecodable } from './facts.ts';
import { isTokenProgram } from './programs.ts';
import type { Instruction } from './read-instructions.ts';
import { decodeBytes } from './token/decode-bytes.ts';
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
