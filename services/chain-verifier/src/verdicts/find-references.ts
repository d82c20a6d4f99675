import type { Memo } from '../chain/facts.ts';
import type { Demand } from './demand.ts';

/** What the memos of a transaction say about references of this house. */
export type References = {
  memos: number;
  /** Whether a memo is the demanded reference, byte for byte. */
  exact: boolean;
  /** Memos that look like the demanded reference without being it. */
  inexact: string[];
  /** Other references, in the form in which references are compared. */
  others: string[];
};

export function findReferences(memos: readonly Memo[], demand: Demand): References {
  const wanted = Buffer.from(demand.reference, 'utf8').toString('base64');
  const wantedForm = fold(demand.reference);
  const exact = memos.some(({ bytes }) => bytes === wanted);
  const named = memos.filter(({ bytes }) => bytes !== wanted).flatMap((memo) => namedIn(memo, demand));
  return {
    memos: memos.length,
    exact,
    inexact: unique(named.filter((name) => name === wantedForm)),
    others: unique(named.filter((name) => name !== wantedForm)),
  };
}

/**
 * References that a memo names, also where it names one carelessly (blanks, case, full-width letters, invisible
 * characters, more text around it): whoever wrote it paid for that one, so it must not be used for another.
 */
function namedIn(memo: Memo, demand: Demand): string[] {
  const text = fold(memo.text ?? Buffer.from(memo.bytes, 'base64').toString('latin1'));
  const wanted = fold(demand.reference);
  const words = text.split(/[^\p{L}\p{N}_-]+/u);
  const names = words.filter((word) =>
    demand.referencePrefixes.some((prefix) => isReferenceWord(word, prefix)),
  );
  return text.trim() === wanted && !names.includes(wanted) ? [...names, wanted] : names;
}

/**
 * `LISTBURN007` is a reference where `LISTBURN` is a prefix, `listburns` is a word: behind a letter or digit a number
 * must follow, behind `PAID-` anything.
 */
function isReferenceWord(word: string, prefix: string): boolean {
  const folded = fold(prefix);
  const start = word.indexOf(folded);
  if (start < 0) return false;
  const rest = word.slice(start + folded.length);
  return /[\p{L}\p{N}]$/u.test(folded) ? /\p{N}/u.test(rest) : rest !== '';
}

/** One spelling for everything that a reader would take for the same text. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Cc}]/gu, (char) => (/\s/.test(char) ? ' ' : ''))
    .toLowerCase();
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}
