export const handlePattern = /^[A-Za-z0-9_]{1,15}$/;

/** Pages of X that are not accounts. */
const reserved = new Set(
  `account compose communities download explore hashtag home i intent jobs login logout lists messages
  notifications oauth personalization premium privacy search settings share signup status statuses tos
  who_to_follow`.split(/\s+/),
);

/** What a page of X, or of a site that shows X with the same paths, is about. Names are as they are written: maybe no handles. */
export type XPage =
  | { about: 'account'; name: string; post: string | undefined; isProfile: boolean }
  | { about: 'post'; id: string }
  | { about: 'user_number' | 'x_page' };

/** Without the dot that may end it. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/\.$/, '');

export const isXHost = (host: string) => /(?:^|\.)(?:x|twitter)\.com$/.test(host);

/** As it is if it cannot be decoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function readXPage(url: URL): XPage {
  // Addresses from before (`/#!/name`) have their path behind the hash.
  const path = url.pathname === '/' && url.hash.startsWith('#!') ? url.hash.slice(2) : url.pathname;
  const [first = '', ...rest] = path
    .split(/[/?]/)
    .map((part) => decoded(part).trim())
    .filter((part) => part !== '');
  const name = first.replace(/^@+/, '');
  const nameless = /^\/+(?:i\/+(?:web\/+)?)?status(?:es)?\/+0*(\d+)/i.exec(path)?.[1];
  if (nameless) return { about: 'post', id: nameless };
  if (/^i$/i.test(first) && rest[0] === 'user') return { about: 'user_number' };
  if (reserved.has(name.toLowerCase()) && !first.startsWith('@')) return readQuery(url, name);
  const isPost = /^(?:status(?:es)?|article)$/i.test(rest[0] ?? '');
  const post = isPost ? /^0*([1-9]\d{0,18})$/.exec(rest[1] ?? '')?.[1] : undefined;
  // Other subdomains have pages of their own (`help.x.com/en`); a post's address works on each.
  const host = hostOf(url);
  const hasAccounts = !isXHost(host) || /^(?:(?:www|mobile|m)\.)?(?:x|twitter)\.com$/.test(host);
  if (name === '' || (!hasAccounts && !post)) return { about: 'x_page' };
  return { about: 'account', name, post, isProfile: rest.length === 0 };
}

/** An account or post in the query of an address: `/intent/user?screen_name=`, `/search?q=from:name`. */
function readQuery({ searchParams }: URL, page: string): XPage {
  const account = (name: string, isProfile: boolean) =>
    ({ about: 'account', name, post: undefined, isProfile }) as const;
  if (/^intent$/i.test(page)) {
    const named = searchParams.get('screen_name')?.replace(/^@+/, '').trim();
    if (named) return account(named, true);
    if (searchParams.has('user_id')) return { about: 'user_number' };
    const post = searchParams.get('in_reply_to') ?? searchParams.get('tweet_id');
    if (post && /^\d{1,19}$/.test(post)) return { about: 'post', id: post };
  }
  const [, asked] = /^(?:(?:from|to):@?|@)(\w+)(?!\S)/i.exec(searchParams.get('q')?.trim() ?? '') ?? [];
  return asked ? account(asked, false) : { about: 'x_page' };
}
