import type { Memo } from './facts.ts';
import { isMemoProgram } from './programs.ts';
import type { Instruction } from './read-instructions.ts';
import { readText } from './read-json.ts';

/** All memos, top level and inner, with their exact bytes. Log lines are ignored: any program can write them. */
export function readMemos(instructions: readonly Instruction[]): Memo[] {
  return instructions.filter(({ program }) => isMemoProgram(program)).map(readMemo);
}

function readMemo(instruction: Instruction): Memo {
  const { path, program } = instruction;
  const parsed = 'parsed' in instruction;
  // A node that parses a memo returns only its text; its keys are lost.
  const bytes = Buffer.from(parsed ? readText(instruction.parsed, `memo ${path}`) : instruction.data);
  const keys = parsed ? [] : instruction.accounts;
  return { path, program, bytes: bytes.toString('base64'), text: decodeUtf8(bytes), keys };
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
