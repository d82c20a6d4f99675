import { parse } from 'tldts';
import { nonTraces } from './non-traces.ts';
import { isAddress, isSignature } from './primitives.ts';
import { accountInUrl, Username } from './report-input.ts';
import { profiles } from './subject/known-hosts.ts';
import { normalizeText } from './subject/normalize.ts';
import { type TraceKind, toTrace } from './trace-texts.ts';
import type { Trace } from './traces.ts';

/** More in one text are left out. */
export const TRACES_MAX = 20;

/** What a text names: addresses, transactions, websites, chats and accounts, in the order of the text. */
export function tracesIn(text: string): Trace[] {
  const found = new Map<string, Trace>();
  const plain = normalizeText(text);
  const links: string[] = [];
  const tokens = plain
    .split(/[\s<>"'`(){}[\],;|“”‘’«»*…。→←]+/u)
    .map((token) => token.replace(/^[.!?:]+|[.!?:]+$/g, ''));
  for (const token of tokens) {
    const url = urlIn(token);
    if (url) links.push(token);
    const traces = url
      ? tracesOfUrl(url, /^[^/?#]+$/.test(token))
      : token.split(/[:=]+/).flatMap(tracesOfWord);
    for (const trace of traces) keep(found, trace);
  }
  // Handles in links were read with them.
  const prose = links.reduce((rest, link) => rest.replace(link, ' '), plain);
  for (const trace of handlesIn(prose)) keep(found, trace);
  return [...found.values()].slice(0, TRACES_MAX);
}

type Named = {
  username: string;
  description: string;
  alsoUsed?: string | undefined;
  leftOut?: readonly Trace[] | undefined;
};

/** What a report or statement names, without its own account and what its author left out. */
export function tracesOf({ username, description, alsoUsed = '', leftOut = [] }: Named): Trace[] {
  const others = [{ kind: 'x', value: username.toLowerCase() }, ...leftOut];
  return tracesIn(`${description}\n${alsoUsed}`).filter(
    (trace) => !others.some(({ kind, value }) => kind === trace.kind && value === trace.value),
  );
}

function keep(found: Map<string, Trace>, { kind, value }: Trace): void {
  const trace = toTrace(kind, value);
  if (!nonTraces[kind]?.has(trace.value)) found.set(`${kind} ${trace.value}`, trace);
}

const isHash = (text: string) => /^0x[\da-f]{64}$/i.test(text);

function tracesOfWord(word: string): Trace[] {
  if (isAddress(word)) return [{ kind: 'solana', value: word }];
  if (/^0x[\da-f]{40}$/i.test(word)) return [{ kind: 'evm', value: word }];
  if (isSignature(word) || isHash(word)) return [{ kind: 'transaction', value: word }];
  if (/^[\w.]{2,32}#\d{4}$/.test(word)) return [{ kind: 'discord', value: word }];
  const ending = /^[\w-]{1,63}(?:\.[\w-]{1,63})?\.(sol|eth)$/i.exec(word)?.[1]?.toLowerCase();
  return ending ? [{ kind: ending === 'sol' ? 'sns' : 'ens', value: word }] : [];
}

const isLinkLike =
  /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?\.\p{L}[\p{L}\p{N}-]+(?::\d+)?(?:[/?#].*)?$/u;

function urlIn(token: string): URL | undefined {
  if (/^https?:\/\//i.test(token)) return URL.parse(token) ?? undefined;
  // `It rugged.He left` lacks a space.
  return isLinkLike.test(token) && !/\.\p{Lu}\p{Ll}+$/u.test(token)
    ? (URL.parse(`https://${token}`) ?? undefined)
    : undefined;
}

/** Endings of websites and of files: a website only as part of a link. */
const fileEndings = new Set(['md', 'py', 'rs', 'sh', 'zip', 'mov']);

const isWalletName = ({ kind }: Trace) => kind === 'sns' || kind === 'ens';
/** What a path names, on whatever site. */
const inPaths: ReadonlySet<TraceKind> = new Set(['solana', 'evm', 'transaction']);

/** A chat or account, or the site's domain and what its path names. `isBare`: without scheme or path. */
function tracesOfUrl(url: URL, isBare: boolean): Trace[] {
  const { domain, isIcann, isPrivate, isIp, publicSuffix } = parse(url.hostname, {
    allowPrivateDomains: true,
  });
  const [name] = tracesOfWord(url.hostname).filter(isWalletName);
  if (name) return [name];
  const account = accountOf(url);
  if (account) return [account];
  const parts = [...url.pathname.split('/'), ...url.searchParams.values(), ...url.hash.split(/[#/?=&]/)];
  const named = parts.flatMap(tracesOfWord).filter(({ kind }) => inPaths.has(kind));
  const isDomain = domain !== null && !isIp && (isIcann || isPrivate);
  const isDoubtful = isBare && fileEndings.has(publicSuffix ?? '');
  return isDomain && !isDoubtful ? [{ kind: 'domain', value: domain }, ...named] : named;
}

const telegramInvite = /^(?:t|telegram)\.(?:me|dog)\/(?:\+|joinchat\/)([\w-]+)/i;
const discordInvite = /^(?:discord\.gg|discord(?:app)?\.com\/invite)\/([\w-]{2,32})(?:\/|$)/;

/** The account or chat that a link leads to. */
function accountOf(url: URL): Trace | undefined {
  const place = url.hostname.replace(/^(?:www|m|mobile)\./, '') + url.pathname;
  if (/^(?:x|twitter)\.com\//.test(place)) {
    const name = Username.safeParse(accountInUrl(url.href));
    return name.success ? { kind: 'x', value: name.data } : undefined;
  }
  const chat = telegramInvite.exec(place)?.[1];
  if (chat) return { kind: 'telegram', value: `+${chat}` };
  const server = discordInvite.exec(place)?.[1];
  if (server) return { kind: 'discord', value: server };
  for (const { of, at } of profiles) {
    const name = at.exec(place)?.[1];
    if (name) return { kind: of, value: name };
  }
  return undefined;
}

/** The words before a handle that say where it is. */
const places: readonly [RegExp, TraceKind][] = [
  [/^(?:telegram|tele|tg)$/i, 'telegram'],
  [/^(?:instagram|insta|ig)$/i, 'instagram'],
  [/^tiktok$/i, 'tiktok'],
  [/^discord$/i, 'discord'],
];

/** `@handles`: accounts on X, unless the word before says otherwise. */
function* handlesIn(text: string): Generator<Trace> {
  const handle = /(?:\b([a-z]+)[\s:=(-]{1,3})?(?<![\w@/.])@([a-z\d_](?:[\w.]{0,30}\w)?)(?![\w@]|\.\w)/gi;
  for (const [, before = '', name = ''] of text.matchAll(handle)) {
    const place = places.find(([word]) => word.test(before))?.[1];
    if (place) yield { kind: place, value: place === 'discord' ? `@${name}` : name };
    else if (Username.safeParse(name).success) yield { kind: 'x', value: name };
  }
}
