import { getDomain, parse } from 'tldts';
import { TRACE_VALUE_MAX_LENGTH } from '../trace-texts.ts';
import { addressIn } from './addresses.ts';
import { isHandle, readHandle } from './handle.ts';
import {
  bigSites,
  explorers,
  invitations,
  profiles,
  redirects,
  shorteners,
  xMirrors,
} from './known-hosts.ts';
import type { Subject } from './subject.ts';
import type { UnknownReason } from './unknown-texts.ts';

/** Pages of X that are not accounts. */
const reserved = new Set(
  `account compose communities download explore hashtag home i intent jobs login logout lists messages
  notifications oauth personalization premium privacy search settings share signup status statuses tos
  who_to_follow`.split(/\s+/),
);

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const unknown = (why: UnknownReason, text: string): Subject => ({ kind: 'unknown', why, text, names: [] });

/** The part of a host that is registered; `app.evil.com` is `evil.com`, `evil.vercel.app` itself. */
const registered = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host;

/** Whether the text begins like an address of a site: a host under a real ending, maybe with a port and a path. */
export function isSite(text: string): boolean {
  const [host] = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+(?=[:/?#]|$)/u.exec(text) ?? [];
  return host !== undefined && parse(host, { validateHostname: false }).isIcann === true;
}

/** What a link leads to; undefined for text that is no link. */
export function readUrl(text: string): Subject | undefined {
  const app = /^(?:twitter|x|tg):\/*([a-z]*)\?(?:screen_name|domain)=(\w+)/i.exec(text);
  if (app) return readUrl(`https://${text.startsWith('tg') ? 't.me' : 'x.com'}/${app[2]}`);
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname) return undefined;
  const host = url.hostname.replace(/\.$/, '');
  if (isX(host)) return readX(url, host, text);
  return readOther(url, host, text);
}

function isX(host: string): boolean {
  const domain = registered(host);
  return domain === 'x.com' || domain === 'twitter.com' || isMirror(host, domain);
}

const isMirror = (host: string, domain: string) =>
  xMirrors.has(domain) || /(?:^|\.)nitter\./.test(host) || host.startsWith('nitter-');

function readX(url: URL, host: string, text: string): Subject {
  const path = /^#!\//.test(url.hash) && url.pathname === '/' ? url.hash.slice(2) : url.pathname;
  const [first = '', ...rest] = path
    .split(/[/?]/)
    .map((part) => decoded(part).trim())
    .filter((part) => part !== '');
  const name = first.replace(/^@+/, '');
  const nameless = /^\/(?:i\/(?:web\/)?|)status(?:es)?\/0*(\d+)/i.exec(path.replace(/\/+/g, '/'))?.[1];
  if (nameless) return { kind: 'post', id: nameless };
  if (/^i$/i.test(first) && rest[0] === 'user') return unknown('user_number', text);
  if (reserved.has(name.toLowerCase()) && !first.startsWith('@')) return readQuery(url, name, text);
  const post = /^(?:status(?:es)?|article)$/i.test(rest[0] ?? '')
    ? /^0*([1-9]\d{0,18})(?!\d)/.exec(rest[1] ?? '')?.[1]
    : undefined;
  // Other subdomains have pages of their own (`help.x.com/en`); a post's address works on each.
  const hasAccounts =
    /^(?:(?:www|mobile|m)\.)?(?:x|twitter)\.com$/.test(host) || isMirror(host, registered(host));
  if (name === '' || (!hasAccounts && !post)) return unknown('x_page', text);
  return readHandle(name, post);
}

/** An account or post in the query of an address on X: `/intent/user?screen_name=`, `/search?q=from:name`. */
function readQuery(url: URL, page: string, text: string): Subject {
  const { searchParams } = url;
  if (/^intent$/i.test(page)) {
    const named = searchParams.get('screen_name')?.replace(/^@+/, '').trim();
    if (named) return readHandle(named);
    if (searchParams.has('user_id')) return unknown('user_number', text);
    const post = searchParams.get('in_reply_to') ?? searchParams.get('tweet_id');
    if (post && /^\d{1,19}$/.test(post)) return { kind: 'post', id: post };
  }
  const [, asked] = /^(?:from:|to:)?@?(\w+)$/i.exec(searchParams.get('q')?.trim() ?? '') ?? [];
  const isNamed = /^(?:from:|to:|@)/i.test(searchParams.get('q')?.trim() ?? '');
  return asked && isNamed ? readHandle(asked) : unknown('x_page', text);
}

function readOther(url: URL, host: string, text: string): Subject {
  const domain = registered(host);
  const place = host + decoded(url.pathname);
  if (redirects.has(domain)) {
    const [nested] =
      /https?:\/+(?:[\w-]+\.)*(?:x|twitter)\.com\/.*$/i.exec(decoded(url.pathname + url.search)) ?? [];
    const subject = nested && readUrl(nested.replace(/^(https?:)\/+/i, '$1//').split('&')[0] ?? '');
    if (subject) return subject;
  }
  if (invitations.some((at) => at.test(place))) return unknown('invite', text);
  if (shorteners.has(domain)) return unknown('short_link', text);
  for (const { of, at } of profiles) {
    const [, value] = at.exec(place) ?? [];
    if (value && value.length <= TRACE_VALUE_MAX_LENGTH)
      return { kind: 'trace', of, value: value.toLowerCase(), names: namesOf([value]) };
  }
  if (explorers.has(domain)) {
    const address = addressIn(decoded(url.pathname + url.search + url.hash));
    if (address) return address;
  }
  if (bigSites.has(domain) || !host.includes('.') || domain.length > TRACE_VALUE_MAX_LENGTH)
    return unknown('site_page', text);
  const names = namesOf([...decoded(url.pathname).split('/'), domain.split('.')[0] ?? '']);
  return { kind: 'trace', of: 'domain', value: domain, names };
}

/** Those that may be X usernames, at most three. */
const namesOf = (parts: readonly string[]) =>
  [...new Set(parts.map((part) => part.replace(/^@/, '')).filter(isHandle))].slice(0, 3);
