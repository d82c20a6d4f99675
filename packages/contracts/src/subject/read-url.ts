import { parse } from 'tldts';
import { TRACE_VALUE_MAX_LENGTH } from '../trace-texts.ts';
import type { Trace } from '../traces.ts';
import { addressesIn } from './addresses.ts';
import { isHandle, readHandle } from './handle.ts';
import { bigSites, invitations, profiles, redirects, shorteners, xMirrors } from './known-hosts.ts';
import { decoded, hostOf, isXHost, readXPage } from './read-x.ts';
import type { Subject } from './subject.ts';
import type { UnknownReason } from './unknown-texts.ts';

const unknown = (why: UnknownReason, text: string, names: string[] = []): Subject => ({
  kind: 'unknown',
  ...{ why, text, names },
});

/** The part of a host that is registered: `app.evil.com` is `evil.com`, `evil.vercel.app` itself. */
function domainOf(host: string): string | undefined {
  const { domain, isIp, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true });
  return domain !== null && !isIp && (isIcann || isPrivate) ? domain : undefined;
}

/** Endings of websites and of files. */
const fileEnding = /\.(?:md|py|rs|sh|zip|mov)$/i;

/**
 * Whether a word begins like an address of a site: a host under a real ending, maybe with a port and a path. Among other words
 * neither a file (`README.md`) nor the end of a sentence without a space behind it (`rugged.It was`) is one.
 */
export function isSite(word: string, isAmongOthers: boolean): boolean {
  const [host] = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+(?=[:/?#]|$)/u.exec(word) ?? [];
  if (host === undefined || parse(host, { validateHostname: false }).isIcann !== true) return false;
  return !isAmongOthers || host !== word || !(fileEnding.test(word) || /\.\p{Lu}\p{Ll}+$/u.test(word));
}

/** The web address of a link that opens an app. */
const ofApp = (link: string): string =>
  link
    .replace(/^(?:twitter|x):\/\/\w+\?(?:screen_name=|(?:\w*id)=(?=\d))/i, (start) =>
      start.includes('screen_name') ? 'https://x.com/' : 'https://x.com/i/status/',
    )
    .replace(/^tg:\/\/resolve\?domain=/i, 'https://t.me/')
    .replace(/^(?:intent|googlechromes?|x-safari-https?|microsoft-edge-https?):\/\//i, 'https://');

/** What a link leads to: one subject, and the addresses that it names besides; none for text that is no link. */
export function readUrl(text: string): Subject[] {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? ofApp(text) : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname) return [];
  const host = hostOf(url);
  const domain = domainOf(host);
  return isXHost(host) || isMirror(host, domain) ? [readX(url, text)] : readOther(url, domain, text);
}

const isMirror = (host: string, domain = '') =>
  xMirrors.has(domain) || /(?:^|\.)nitter\./.test(host) || host.startsWith('nitter-');

function readX(url: URL, text: string): Subject {
  const page = readXPage(url);
  if (page.about === 'account') return readHandle(page.name, page.post);
  return page.about === 'post' ? { kind: 'post', id: page.id } : unknown(page.about, text);
}

function readOther(url: URL, domain: string | undefined, text: string): Subject[] {
  const host = hostOf(url);
  const place = host + decoded(url.pathname);
  const query = decoded(url.pathname + url.search + url.hash);
  if (domain && redirects.has(domain)) {
    const [nested] = /https?:\/+(?:[\w-]+\.)*(?:x|twitter)\.com\/.*$/i.exec(query) ?? [];
    if (nested) return readUrl(nested.replace(/^(https?:)\/+/i, '$1//').split('&')[0] ?? '');
  }
  if (invitations.some(({ at }) => at.test(place))) return [unknown('invite', text)];
  if (domain && shorteners.has(domain)) return [unknown('short_link', text)];
  for (const { of, at } of profiles) {
    const [, value] = at.exec(place) ?? [];
    if (value) return [{ kind: 'trace', of, value: value.toLowerCase(), names: namesOf([value]) }];
  }
  const wallet = walletName(host);
  if (wallet) return [wallet];
  const addresses = addressesIn(query);
  if (!domain || bigSites.has(domain) || domain.length > TRACE_VALUE_MAX_LENGTH)
    return addresses.length > 0
      ? addresses
      : [unknown('site_page', text, url.search ? [] : namesOf([decoded(url.pathname).slice(1)]))];
  const parts = [
    ...decoded(url.pathname).split('/'),
    ...url.searchParams.values(),
    domain.split('.')[0] ?? '',
  ];
  const names = namesOf(parts.filter((part) => part.length > 3));
  return [{ kind: 'trace', of: 'domain', value: domain, names }, ...addresses];
}

/** `santa.sol` and `santa.eth`, which are names of wallets. */
export function walletName(text: string): Subject | undefined {
  const [, name, ending] = /^@?((?:[\w-]{1,63}\.){1,2}(sol|eth))$/i.exec(text) ?? [];
  if (!name) return undefined;
  const value = name.toLowerCase();
  return {
    kind: 'trace',
    of: ending?.toLowerCase() === 'sol' ? 'sns' : 'ens',
    value,
    names: namesOf(name.split('.', 1)),
  };
}

/** What reports name of an invitation to a chat: its code. */
export function readInvitation(text: string): Trace | undefined {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const place = url && hostOf(url) + decoded(url.pathname);
  for (const { of, at } of invitations) {
    const code = place && at.exec(place)?.[1];
    if (of && code) return { kind: of, value: of === 'telegram' ? `+${code}` : code };
  }
  return undefined;
}

/** Those that may be X usernames, at most three. */
const namesOf = (parts: readonly string[]) =>
  [...new Set(parts.map((part) => part.replace(/^@/, '')).filter(isHandle))].slice(0, 3);
