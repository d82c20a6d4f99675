import { ed25519 } from '@noble/curves/ed25519';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import bs58 from 'bs58';
import { findAll, type Span } from './plain-text.ts';

/** A phrase has 12 to 24 words; eleven of twelve are enough, because the last one takes only 2,048 tries. */
const SEED_WORDS_MIN = 11;
/** Words of a phrase seldom repeat. */
const DIFFERENT_WORDS_MIN = 9;
/** Separators between words of a phrase: a number, a comma. */
const GAP_MAX = 6;
const seedWords = new Set(wordlist);

/**
 * Runs of words from the BIP-39 list, also numbered or comma-separated. Does not check the checksum, so that a mistyped
 * phrase counts.
 */
export function findSeedPhrases(text: string): Span[] {
  const found: Span[] = [];
  let run: { word: string; start: number; end: number }[] = [];
  const finish = () => {
    const [first, last] = [run[0], run.at(-1)];
    const different = new Set(run.map(({ word }) => word)).size;
    if (first && last && run.length >= SEED_WORDS_MIN && different >= DIFFERENT_WORDS_MIN)
      found.push([first.start, last.end]);
    run = [];
  };
  for (const { index: start, 0: token } of text.matchAll(/\p{L}+\d*/gu)) {
    const word = token.toLowerCase();
    const isSeedWord = seedWords.has(word);
    const last = run.at(-1);
    if (!isSeedWord || (last && start - last.end > GAP_MAX)) finish();
    if (isSeedWord) run.push({ word, start, end: start + token.length });
  }
  finish();
  return found;
}

const KEY_PAIR_BYTES = 64;
const keyPairFile = /\[\s?\d{1,3}(?:\s?,\s?\d{1,3}){63}\s?\]/g;
/** Keys of Bitcoin (WIF), extended keys, and PEM. */
const recognisable =
  /(?<![A-Za-z0-9])(?:5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51}|[xyz]prv[1-9A-HJ-NP-Za-km-z]{107})(?![A-Za-z0-9])|-----BEGIN (?:[A-Z]{2,10} )?PRIVATE KEY-----/g;
/** 64 hexadecimal digits may be a hash; they count as a key only if the preceding text says so. */
const namedKey =
  /(?:(?:private|secret|priv)[ _-]?key|priv(?:at|é|ad)\p{L}{0,5} (?:schlüssel|key)|schlüssel|clé privée|cla?ve privada|chave privada|chiave privata|(?:приватн|закрыт)\p{L}{2} ключ|klucz prywatny|özel anahtar|私钥|秘密鍵|개인키)([^\n]{0,24}?)(?:0x)?[0-9a-f]{64}(?![0-9a-f])/giu;

export function findPrivateKeys(text: string): Span[] {
  return [
    ...findAll(text, /(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{85,88}(?![A-Za-z0-9])/g, ([token]) =>
      isKeyPair(token),
    ),
    ...findAll(text, keyPairFile),
    ...findAll(text, recognisable),
    ...findAll(text, namedKey, ([, between = '']) => !/\b(?:tx|hash|sig|trans)/i.test(between)),
  ];
}

/** Distinguishes a Solana key pair from a signature: its second half is the public key of the first. */
function isKeyPair(token: string): boolean {
  const bytes = bs58.decodeUnsafe(token);
  if (bytes?.length !== KEY_PAIR_BYTES) return false;
  const publicKey = ed25519.getPublicKey(bytes.subarray(0, KEY_PAIR_BYTES / 2));
  return publicKey.every((byte, at) => byte === bytes[KEY_PAIR_BYTES / 2 + at]);
}
