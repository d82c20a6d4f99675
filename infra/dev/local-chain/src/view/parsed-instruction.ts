import bs58 from 'bs58';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  isMemoProgram,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../chain/account-state.ts';
import type { RecordedInstruction } from '../history/record.ts';
import type { InstructionParser, Parsed } from './instruction-shape.ts';
import { parseAssociatedToken } from './parse-associated-token.ts';
import { parseSystem } from './parse-system.ts';
import { parseToken } from './parse-token.ts';

export type ParsedInstruction =
  | { program: string; programId: string; parsed: Parsed | string; stackHeight: number }
  | { programId: string; accounts: string[]; data: string; stackHeight: number };

const PARSERS: Record<string, { program: string; parse: InstructionParser }> = {
  [SYSTEM_PROGRAM]: { program: 'system', parse: parseSystem },
  [TOKEN_PROGRAM]: { program: 'spl-token', parse: parseToken },
  [TOKEN_2022_PROGRAM]: { program: 'spl-token', parse: parseToken },
  [ASSOCIATED_TOKEN_PROGRAM]: { program: 'spl-associated-token-account', parse: parseAssociatedToken },
};

function parsedBy(parser: InstructionParser, data: Buffer, accounts: string[]): Parsed | null {
  try {
    return parser(data, accounts);
  } catch (error) {
    // Truncated data means an unknown instruction, not a fault.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** An instruction in the shape of encoding "jsonParsed"; unknown ones keep their accounts and data. */
export function parseInstruction(instruction: RecordedInstruction, keys: string[]): ParsedInstruction {
  const programId = keys[instruction.programIdIndex] ?? '';
  const accounts = instruction.accounts.map((index) => keys[index] ?? '');
  const data = Buffer.from(bs58.decode(instruction.data));
  const { stackHeight } = instruction;
  if (isMemoProgram(programId)) {
    return { program: 'spl-memo', programId, parsed: data.toString('utf8'), stackHeight };
  }
  const known = PARSERS[programId];
  const parsed = known && parsedBy(known.parse, data, accounts);
  if (known && parsed) return { program: known.program, programId, parsed, stackHeight };
  return { programId, accounts, data: instruction.data, stackHeight };
}
