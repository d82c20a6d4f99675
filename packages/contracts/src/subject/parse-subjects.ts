import { addressesIn } from './addresses.ts';
import { isHandle, readHandle } from './handle.ts';
import { normalizeText, plainLetters, unwrapped } from './normalize.ts';
import { isSite, readUrl, walletName } from './read-url.ts';
import { SUBJECTS_MAX, type Subject, type TraceKind } from './subject.ts';

const links = /\b(?:[a-z][a-z\d+.-]*:\/\/|www\.)[^\s"'`<>“”«»…、。→←]+/gi;
/** `https://one.com,https://two.com` */
const betweenLinks = /[,;|)\]]+(?=https?:\/\/|www\.)/gi;
const wordBreaks = /[\s,;|"'`“”‘’«»<>()[\]{}*…–—、。・「」『』【】《》→←]+/u;

/**
 * What a pasted text is about, accounts first: one subject for each account, post, address or link in it, at most five;
 * for any other text, one: the words. Empty for a text without anything visible.
 */
export function parseSubjects(text: string): Subject[] {
  const plain = normalizeText(text).replace(/^@+ (?=\S+$)/, '@');
  const single = readLabelled(plain);
  if (single) return [single];
  const found = subjectsIn(plain);
  if (found.length > 0) return found.slice(0, SUBJECTS_MAX);
  const words = unwrapped(plain);
  if (/[\p{L}\p{N}]/u.test(words)) return [readBare(words)];
  return /[\p{P}\p{S}]/u.test(text)
    ? [{ kind: 'unknown', why: 'no_name', text: text.trim(), names: [] }]
    : [];
}

/** Everything in a text that stands out by its form, in any number; bare words are none. */
export function subjectsIn(text: string): Subject[] {
  const plain = normalizeText(text).replace(betweenLinks, ' ');
  const urls = Array.from(plain.matchAll(links), ([link]) => link);
  const prose = plain.replace(links, ' ');
  const elsewhere = Array.from(prose.matchAll(ofNetworks), ({ groups = {} }) =>
    ofNetwork(groups.of ?? groups.at ?? '', groups.name ?? groups.called ?? ''),
  );
  const words = prose
    .replace(ofNetworks, ' ')
    .split(wordBreaks)
    .filter((word) => word !== '');
  const found = [
    ...urls.flatMap((link) => readUrl(unwrapped(link))),
    ...elsewhere,
    ...words.flatMap((word) => readWord(word, words.length > 1)),
  ];
  const distinct = new Map<string, Subject>();
  for (const subject of found) distinct.set(keyOf(subject), distinct.get(keyOf(subject)) ?? subject);
  const every = [...distinct.values()];
  const isOfX = ({ kind }: Subject) => kind === 'account' || kind === 'post';
  return [...every.filter(isOfX), ...every.filter((subject) => !isOfX(subject))];
}

/** An account counts once for each of its posts; only usernames and texts are the same in any case. */
const keyOf = (subject: Subject) =>
  subject.kind === 'account' ? `@${subject.username.toLowerCase()} ${subject.post}` : JSON.stringify(subject);

/** What stands out in a word without spaces. */
function readWord(word: string, isAmongOthers: boolean): Subject[] {
  const text = unwrapped(word);
  const [, at, user = ''] = /^(@?)([^@\s]+)@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}$/i.exec(text) ?? [];
  if (at !== undefined)
    return [{ kind: 'unknown', why: at ? 'other_network' : 'email', text, names: [user].filter(isHandle) }];
  if (/^[\w.-]{2,32}#\d{4}$/.test(text)) return [ofNetwork('discord', text)];
  const wallet = walletName(text);
  if (wallet) return [wallet];
  if (/^\d{16,19}$/.test(text)) return [{ kind: 'post', id: text }];
  const [, author] = /^(?:from|to):@?(\w+)$/i.exec(text) ?? [];
  if (author) return [readHandle(author)];
  if (isSite(text, isAmongOthers)) return readUrl(text);
  const addresses = addressesIn(text);
  if (addresses.length > 0) return addresses;
  return text.includes('@') && (text.startsWith('@') || !text.includes('/')) ? mentionsIn(text) : [];
}

/** `@One/@Two`, `@Name's`, `@Name:`; what follows a slash or a mark belongs to no name. */
function mentionsIn(text: string): Subject[] {
  return Array.from(text.matchAll(/@+([^@\s]+)/gu), ([, body = '']) => {
    const [name = '', kind, post] = body.split(/[/?!:&=+*~…’]+/u);
    const number = kind === 'status' ? /^\d{1,19}/.exec(post ?? '')?.[0] : undefined;
    return readHandle(unwrapped(name), number);
  });
}

const networks: Record<string, TraceKind | undefined> = {
  telegram: 'telegram',
  tele: 'telegram',
  tg: 'telegram',
  discord: 'discord',
  instagram: 'instagram',
  insta: 'instagram',
  ig: 'instagram',
  tiktok: 'tiktok',
};
const network = Object.keys(networks).join('|');
const handled = '[\\w.]{0,31}\\w';
/** `Telegram: @name`, `@name on Telegram`. */
const ofNetworks = new RegExp(
  `\\b(?<of>${network})[\\s:=(-]{1,3}@(?<name>${handled})(?![\\w@])|(?<![\\w@/.])@(?<called>${handled})\\s+(?:on|at|via)\\s+(?<at>${network})\\b`,
  'giu',
);
const place = `(?<of>x|twitter|x\\.com|twitter\\.com|${network})`;
const labels = [
  /^(?<of>)(?:from|to|by|via|rt|handle|user|username|account)\s*:\s*(?<name>[^\s/]+)$/iu,
  /^(?<of>)by\s+(?<name>[^\s/]+)$/iu,
  new RegExp(`^${place}\\s*:\\s*(?<name>[^\\s/]+)$`, 'iu'),
  new RegExp(`^${place}\\s+(?<name>@[^\\s/]+)$`, 'iu'),
  new RegExp(`^(?<name>[^\\s/]+)\\s+(?:on|from|at|via)\\s+${place}$`, 'iu'),
];

/** A name that is said to be one: `from:Name`, `by Name`, `Name on X`, `telegram: Name`. */
function readLabelled(plain: string): Subject | undefined {
  const text = unwrapped(plain);
  for (const label of labels) {
    const { of = '', name = '' } = label.exec(text)?.groups ?? {};
    const bare = unwrapped(name).replace(/^@+/, '');
    const isElsewhere = networks[of.toLowerCase()] !== undefined;
    if (bare === '' || (!isElsewhere && name.includes('.') && !/^[^.]*\.$/.test(name))) continue;
    return isElsewhere ? ofNetwork(of, bare) : readHandle(bare);
  }
  return undefined;
}

/** An account elsewhere; on Discord, names have an @ or a number, and what has neither is an invitation. */
function ofNetwork(at: string, name: string): Subject {
  const of = networks[at.toLowerCase()] ?? 'discord';
  const value = name.toLowerCase();
  return {
    kind: 'trace',
    of,
    value: of === 'discord' && !value.includes('#') ? `@${value}` : value,
    names: [name.split(/[.#]/, 1)[0] ?? ''].filter(isHandle),
  };
}

/** As wallets and explorers shorten an address: `9xQe…VFin`, `0x71C7…976F`. */
const shortened = /^(?=.*(?:\d|[a-z][A-Z]))[A-Za-z\d]{3,8}(?:\.{2,}|\*{2,})[A-Za-z\d]{3,8}$/;

/** Text in which nothing stands out: a name without its @, or words. */
function readBare(text: string): Subject {
  if (shortened.test(text)) return { kind: 'unknown', why: 'short_address', text, names: [] };
  const [, name, post] =
    /^(\w{1,15})\/(?:status(?:es)?\/(\d{1,19})|with_replies|media|likes|followers)\b/i.exec(text) ?? [];
  if (name) return readHandle(name, post);
  if (isHandle(text)) return readHandle(text);
  if (/^\w+$/.test(text)) return readHandle(text);
  const isOneWord = !/\s/.test(text);
  if (isOneWord && /[^\p{ASCII}]/u.test(text) && isHandle(plainLetters(text))) return readHandle(text);
  const words = text.split(/\W+/).filter((word) => word.length > 3 && isHandle(word));
  const title = text.replace(/\s+(?:on|\/)\s+(?:x|twitter)$/i, '');
  const joined = [title.replace(/\W+/g, ''), title.replace(/\W+/g, '_')].filter(isHandle);
  return { kind: 'words', text, names: [...new Set([...joined, ...words])].slice(0, 8) };
}
