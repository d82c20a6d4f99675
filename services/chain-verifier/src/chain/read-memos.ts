import type { Memo } from './facts.ts';
import { isMemoProgram } from './programs.ts';
import type { Instruction } from './read-instructions.ts';

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
