import type { Memo } from '../chain/facts.ts';
import type { Demand } from './demand.ts';

/** What the memos of a transaction say about references of this house. */
export type References = {
  memos: number;
  /** Whether a memo is the demanded reference; blanks around it and the case of its letters aside. */
  own: boolean;
  /** Other references that are named exactly, also within a sentence. */
  others: string[];
  /** Whether every other reference is a key: at random, so that a slip of the pen makes one that nobody has. */
  onlyKeys: boolean;
  /** Memos that look like a reference without naming one exactly, or that name a key. */
  careless: string[];
};

export function findReferences(memos: readonly Memo[], demand: Demand): References {
  const wanted = sameCase(demand.reference);
  const texts = memos.map((memo) => memo.text ?? Buffer.from(memo.bytes, 'base64').toString('latin1'));
  const { referencePrefixes: prefixes } = demand;
  const numbered = prefixes.filter((prefix) => !endsOpen(prefix));
  const othersIn = (text: string, among = prefixes) => namedIn(text, among).filter((name) => name !== wanted);
  return {
    memos: memos.length,
    own: texts.some((text) => sameCase(trimmed(text)) === wanted),
    others: [...new Set(texts.flatMap((text) => othersIn(text)))],
    onlyKeys: texts.every((text) => othersIn(text, numbered).length === 0),
    careless: texts.filter((text) => isCareless(text, demand) || othersIn(text).length > 0),
  };
}

/** References that stand in a text as a word of their own, in lower case. */
function namedIn(text: string, prefixes: readonly string[]): string[] {
  const words = sameCase(text).split(/[^\p{L}\p{M}\p{Cf}\p{N}_-]+/u);
  return words.filter((word) => prefixes.some((prefix) => isReference(word, sameCase(prefix))));
}

/** `listburn007` and `listburn1234` behind `listburn`, which has no other zeros; behind `paid-` anything. */
function isReference(word: string, prefix: string): boolean {
  if (!word.startsWith(prefix)) return false;
  const rest = word.slice(prefix.length);
  return endsOpen(prefix) ? /^[\w-]+$/.test(rest) : /^(\d{3}|[1-9]\d{3,})$/.test(rest);
}

function endsOpen(prefix: string): boolean {
  return /[_-]$/.test(prefix);
}

const KEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * Whether a reader would take the text for a reference, or for a reference key: `LISTBURN #8`, `list-burn no. 8`, with letters of
 * another alphabet, with invisible characters. Errs on the side of yes.
 */
function isCareless(text: string, { reference, referencePrefixes }: Demand): boolean {
  // Keys are references only where a prefix is followed by one.
  if (KEY.test(trimmed(text)) && referencePrefixes.some(endsOpen)) return true;
  const letters = skeleton(text);
  if (letters === skeleton(reference)) return true;
  return referencePrefixes.some((prefix) => {
    const start = skeleton(prefix);
    const rest = endsOpen(prefix) ? '(\\p{N}|[a-z0-9]{20})' : '[a-z]{0,8}\\p{N}';
    return start !== '' && new RegExp(start + rest, 'u').test(letters);
  });
}

// Cyrillic, Greek, Armenian and other letters, each before the Latin one that it looks like.
const LOOK_ALIKES =
  'аa вb сc ԁd еe һh нh іi јj кk ӏl мm пn оo рp гr ѕs тt цu уy υu хx αa βb εe ιi κk νn οo ρp τt χx ıi łl ⅼl ոn սu';
const latin = new Map(LOOK_ALIKES.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));

/** What is left of a text for somebody who looks at it: its letters and digits, in one alphabet. */
function skeleton(text: string): string {
  const folded = text.normalize('NFKD').toLowerCase();
  return [...folded]
    .map((char) => latin.get(char) ?? char)
    .filter((char) => /[\p{L}\p{N}]/u.test(char))
    .join('');
}

/** ASCII only: what another alphabet folds to is another text. */
function sameCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function trimmed(text: string): string {
  return text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}
