import type { PrivateDataKind } from '@naughty-list/contracts/private-data';
import { ed25519 } from '@noble/curves/ed25519';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import bs58 from 'bs58';
import { findBankNumbers, findDocumentNumbers } from './bank-and-document-numbers.ts';
import { findPhoneNumbers } from './phone-numbers.ts';
import { blank, findAll, joined, type Span, toPlainText } from './plain-text.ts';

const name = String.raw`(?:\p{Lu}\.|St\.|\p{Lu}[\p{L}\d'-]{0,30})`;
const houseNumber = String.raw`\d{1,4} ?[a-z]?(?![\p{L}\d])`;
const before = String.raw`(?<![\p{L}\d.,$#/-])`;
const german = 'straße|strasse|str\\.|gasse|allee|platz|weg|ufer|damm|chaussee';
const dutchAndNordic = 'straat|laan|gracht|plein|kade|dijk|gatan|vägen|veien';
const states =
  'A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]';

const patterns = [
  // 221B Baker Street
  String.raw`${before}(?<!Q[1-4] )\d{1,5}[A-Za-z]?(?:[/-]\d{1,4})? (?:${name} ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Way|Place|Pl|Terrace|Square|Sq|Close|Crescent|Highway|Hwy|Parkway|Pkwy|Circle|Trail|Row|Mews|Grove|Gardens|Hill|Walk|Quay|Wharf|Alley|Plaza)(?!\p{L})`,
  // Springfield, OR 97475
  String.raw`(?<!\p{L})\p{Lu}\p{L}{2,24},? (?:${states}),? \d{5}(?!\d)`,
  // LS7 4QT
  String.raw`(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}(?![\p{L}\d])`,
  // Lindenweg 3a, Rosenheimer Straße 145b, Kerkstraat 45
  String.raw`(?<![\p{L}-])\p{Lu}[\p{L}.-]{1,30}(?:${german}|${dutchAndNordic}) ${houseNumber}`,
  String.raw`(?<!\p{L})(?:\p{Lu}\p{L}{1,30}er |\p{Lu}\p{L}{1,30}-)(?:Straße|Strasse|Str\.|Platz|Weg|Allee|Gasse|Ufer|Damm) ${houseNumber}`,
  String.raw`(?<!\p{L})(?:Straße|Platz) de[rs] (?:${name} ){1,2}${houseNumber}`,
  // Flat 7, Tower Court
  String.raw`(?<!\p{L})(?:Apartment|Apt\.?|Flat) \d{1,4}[A-Z]?, \p{Lu}`,
  // Am Alten Markt 4, 50667 Köln
  String.raw`(?<!\p{L})${name} \d{1,3}[a-z]?, \d{5} \p{Lu}\p{Ll}{2,}`,
  // 18 rue des Lilas
  String.raw`${before}\d{1,4}(?: ?(?:bis|ter|quater))?,? (?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Bb]d|[Pp]lace|[Aa]llée|[Cc]hemin|[Ii]mpasse|[Qq]uai|[Cc]ours)(?: (?:de|du|des|la|le|les|à|aux))*(?: [dl]')? ?${name}`,
  // Calle Mayor 15, Rua das Flores, 123
  String.raw`(?<![\p{L}])(?:[Cc]alle|[Cc]/|[Aa]venida|[Aa]vda?\.|[Aa]v\.|[Pp]aseo|[Cc]arrera|[Rr]ua|[Tt]ravessa|[Pp]raça|[Aa]lameda|[Rr]ue|[Cc]haussée|[Bb]oulevard|[Vv]iale|[Cc]orso|[Pp]iazza|[Uu]l\.|[Uu]lica|[Aa]l\.)(?: (?:de|del|de la|de los|da|do|das|dos|della|dei|di))?(?: ${name}){1,4},? (?:n[º°.] ?)?${houseNumber}`,
  String.raw`(?<!\p{L})Via(?: (?:della|dei|di|del))?(?: ${name}){1,3},? \d{1,3}[a-z]?(?=$|[,;)\n]| (?:a|in) |\.(?!\d))`,
  String.raw`(?<!\p{L})(?:[Уу]л(?:\.|иц\p{L}+)|[Пп]роспект\p{L}*|пр-т|[Пп]ер(?:\.|еул\p{L}+)|[Бб]ульвар\p{L}*)(?: [\p{Lu}\d][\p{L}\d.-]{0,30}){1,3},? ?(?:дом|д\.?)? ?\d{1,4}`,
  String.raw`(?<!\p{L})(?:Caddesi|Cad\.|Sokak|Sokağı|Sok\.|Bulvarı|Mahallesi|Mah\.)[^\d\n]{0,16}\d{1,4}`,
  String.raw`[都道府県市][^\s、。\d]{1,15}[区市町村][^\s、。\d]{0,15}\d{1,4}(?:-\d{1,4}|丁目)`,
  String.raw`\p{Script=Han}{2,12}(?:路|街|大道|巷|弄)\d{1,5}号`,
  String.raw`[가-힣]{1,5}[시구군] [가-힣\d]{1,10}(?:로|길) ?\d`,
].map((pattern) => new RegExp(pattern, 'gu'));

const box =
  /(?<!\p{L})P\.? ?O\.? ?Box \d{1,6}|(?<!\p{L})(?:Postfach|Apartado(?: de correos)?|BP) \d{2,6}(?!\d)/giu;
/** In lower case, if the text says that it is an address. */
const lowerCase =
  /(?<=(?<!\p{L})(?:lives?|living|house|home|resides?|stays?|address|addy|located|office|flat|apartment)(?!\p{L})[^\d\n]{0,24})\d{1,5}[a-z]? (?:\p{L}+ ){1,3}(?:street|avenue|boulevard|road|lane|drive|court|terrace|close|crescent|square|way)(?!\p{L})/giu;

/** Street and postal addresses, in the formats of some languages. */
function findStreetAddresses(text: string): Span[] {
  return [...patterns, box, lowerCase].flatMap((pattern) => findAll(text, pattern));
}

const plain = /(?<![\w.%+@-])[\w.%+-]{1,64}@(?:[a-z\d-]{1,63}\.)+[a-z]{2,24}(?![\w@])/gi;
/** `name (at) example (dot) com` */
const bracketed =
  /(?<![\w.%+@-])[\w.%+-]{1,64} ?(?:\(at\)|\[at\]|\{at\}) ?[a-z\d-]{1,63} ?(?:\.|\((?:dot|punkt|point|punto)\)|\[(?:dot|punkt|point|punto)\]) ?[a-z]{2,24}/gi;
/** `some.name @ example.com` */
const spaced =
  /(?<![\w.%+@-])[\w%+-]{0,32}[\d._][\w.%+-]{0,32} @ ?(?:[a-z\d-]{1,63}\.)+[a-z]{2,24}(?![\w@])/gi;
/** `name at example dot com` */
const spelled = /(?<![\w.%+@-])[\w.%+-]{2,64} at [a-z\d-]{1,63} dot [a-z]{2,6}\b/gi;

/** Email addresses, also with a spelled out @ or dot. */
function findEmailAddresses(text: string): Span[] {
  return [plain, bracketed, spaced, spelled].flatMap((pattern) => findAll(text, pattern));
}

/** `start` and `end` are offsets in the text, `end` exclusive. */
export type PrivateData = { kind: PrivateDataKind; start: number; end: number };

/** The most reliable finder first; later ones do not see what it found. */
const finders: readonly [PrivateDataKind, (text: string) => Span[]][] = [
  ['private-key', findPrivateKeys],
  ['seed-phrase', findSeedPhrases],
  ['email-address', findEmailAddresses],
  ['bank-number', findBankNumbers],
  ['document-number', findDocumentNumbers],
  ['phone-number', findPhoneNumbers],
  ['street-address', findStreetAddresses],
];

/**
 * Finds private data in a text, in text order. A safety net for careless reporters: deliberately disguised data passes,
 * and a few harmless texts are caught.
 */
export function findPrivateData(text: string): PrivateData[] {
  const plain = toPlainText(text);
  let rest = plain.text;
  const found = finders.flatMap(([kind, find]) => {
    const spans = joined(find(rest));
    rest = blank(rest, spans);
    return spans.map(([start, end]) => ({
      kind,
      start: plain.offsets[start] ?? 0,
      end: (plain.offsets[end - 1] ?? 0) + 1,
    }));
  });
  return found.sort((a, b) => a.start - b.start);
}

/** The distinct kinds of private data in a text; empty if the text may be public. */
export function privateDataKinds(text: string): PrivateDataKind[] {
  return [...new Set(findPrivateData(text).map(({ kind }) => kind))];
}

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
