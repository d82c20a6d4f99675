import { isMemoProgram } from '../chain/programs.ts';
import type { WireTransaction } from '../chain/wire-transaction.ts';

/** The memos of a transaction's top-level instructions, as in `getSignaturesForAddress`: "[2] hi; [3] you". */
export function memoText(transaction: WireTransaction): string | null {
  const memos = transaction.instructions
    .filter((instruction) => isMemoProgram(transaction.staticKeys[instruction.programIdIndex] ?? ''))
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString('utf8')}`);
  return memos.length > 0 ? memos.join('; ') : null;
}
