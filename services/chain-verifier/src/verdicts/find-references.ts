import type { Memo } from '../chain/facts.ts';
import type { Demand } from './demand.ts';

/** What the memos of a transaction say about this installation's references. */
export type References = {
  memos: number;
  /** Whether a memo is the demanded reference, ignoring surrounding whitespace and letter case. */
  own: boolean;
  /** Other references that are named exactly, including within a sentence. */
  others: string[];
  /** Whether every other reference is a key. Keys are random, so a typo yields one that is not in use. */
  onlyKeys: boolean;
  /** Memos that resemble a reference without naming one exactly, or that name a key. */
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

/** References that appear as separate words in a text, in lower case. */
function namedIn(text: string, prefixes: readonly string[]): string[] {
  const words = sameCase(text).split(/[^\p{L}\p{M}\p{Cf}\p{N}_-]+/u);
  return words.filter((word) => prefixes.some((prefix) => isReference(word, sameCase(prefix))));
}

/** After `listburn`: `listburn007` and `listburn1234`, with no other leading zeros; after `paid-`: anything. */
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
 * Whether a human reader would take the text for a reference or a reference key: `LISTBURN #8`, `list-burn no. 8`, with
 * letters of another alphabet, with invisible characters. Errs on the side of yes.
 */
function isCareless(text: string, { reference, referencePrefixes }: Demand): boolean {
  // Keys are references only if a prefix takes one.
  if (KEY.test(trimmed(text)) && referencePrefixes.some(endsOpen)) return true;
  const letters = skeleton(text);
  if (letters === skeleton(reference)) return true;
  return referencePrefixes.some((prefix) => {
    const start = skeleton(prefix);
    const rest = endsOpen(prefix) ? '(\\p{N}|[a-z0-9]{20})' : '[a-z]{0,8}\\p{N}';
    return start !== '' && new RegExp(start + rest, 'u').test(letters);
  });
}

// Cyrillic, Greek, Armenian and other letters, each followed by the Latin letter it resembles.
const LOOK_ALIKES =
  'аa вb сc ԁd еe һh нh іi јj кk ӏl мm пn оo рp гr ѕs тt цu уy υu хx αa βb εe ιi κk νn οo ρp τt χx ıi łl ⅼl ոn սu';
const latin = new Map(LOOK_ALIKES.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));

/** A text as a human reader perceives it: only letters and digits, mapped to the Latin alphabet. */
function skeleton(text: string): string {
  const folded = text.normalize('NFKD').toLowerCase();
  return [...folded]
    .map((char) => latin.get(char) ?? char)
    .filter((char) => /[\p{L}\p{N}]/u.test(char))
    .join('');
}

/** ASCII only: letters of other alphabets that fold to ASCII are different text. */
function sameCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function trimmed(text: string): string {
  return text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}
