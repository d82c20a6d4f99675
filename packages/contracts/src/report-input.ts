import { z } from 'zod';

export const DESCRIPTION_MIN_LENGTH = 10;
export const DESCRIPTION_MAX_LENGTH = 1000;
export const URL_MAX_LENGTH = 2048;

/** Every text that validation of a report can answer with (specification, section 5). */
export const reportTexts = {
  invalidUrl: 'Please enter a valid X (Twitter) URL',
  foreignUrl: 'Only Twitter/X URLs are allowed',
  usernameRequired: 'Username is required',
  invalidUsername:
    'Username must be a valid Twitter handle (1-15 characters, letters, numbers, and underscores only)',
  usernameOfAnother: 'The username must be the account that the link to the post names',
  descriptionTooShort: 'Please provide a detailed description (at least 10 characters)',
  descriptionTooLong: 'Description is too long (maximum 1000 characters)',
  descriptionDangerous: 'Description contains potentially dangerous content',
  captchaRequired: 'Please solve the math problem',
} as const;

/** The hosts whose posts can be reported; subdomains count. */
const postHosts = ['twitter.com', 'x.com'] as const;

export const scamCategories = [
  'nft',
  'token',
  'phishing',
  'impersonation',
  'ponzi',
  'pump_dump',
  'defi',
  'other',
] as const;
export const ScamCategory = z.enum(scamCategories);
export type ScamCategory = z.infer<typeof ScamCategory>;

// A tag has its name right after the bracket (`a < b`, `<3`, `</3` and `->` are text), except that nobody means
// `< script` as text.
const tag = /<\/?[a-z]|<![-[a-z]|<\?[a-z]|<\s*\/?\s*script/i;
const scriptUrl = /(?:javascript|vbscript)\s*:|data\s*:\s*text\/html/i;
const eventHandler = /\bon[a-z]{3,}\s*=/i;

/** Whether a description holds a tag, a `javascript:` address or an inline event handler, also written as entities. */
export function isDangerous(description: string): boolean {
  return [description, decodeEntities(description)].some((text) => {
    // Browsers pass over tabs and line ends inside an address, people over what has no width.
    const joined = text.replace(/[\t\r\n\u00ad\u200b-\u200d\u2060\ufeff]/g, '');
    return tag.test(text) || tag.test(joined) || scriptUrl.test(joined) || eventHandler.test(text);
  });
}

const namedEntities: Record<string, string> = { lt: '<', colon: ':', tab: '', newline: '' };

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|colon|tab|newline));?/gi,
    (all, decimal, hex, name) => {
      if (name) return namedEntities[name.toLowerCase()] ?? all;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}

function parseUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
}

const hostOf = (url: URL) => url.hostname.replace(/\.$/, '');

/** Whether an address leads to X and nowhere else: no other port, and no name before an `@` that looks like a host. */
function isPostHost(url: URL): boolean {
  const host = hostOf(url);
  const isPlain = url.port === '' && url.username === '' && url.password === '';
  return isPlain && postHosts.some((known) => host === known || host.endsWith(`.${known}`));
}

// What PostgreSQL cannot store (NUL, halves of surrogate pairs), what nobody means to type (control characters), and
// what turns the words after it around (overrides and isolates; right-to-left text needs none of them).
const unprintable = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;
const printable = (text: string) => text.toWellFormed().replace(unprintable, '');

const blank = /[\s\u2800]+/gu;
// The musical null notehead is a symbol that draws nothing.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u{1d159}]/gu;

/** How many characters can be seen: blanks in a row are one, so are marks on one letter; marks without a letter are none. */
function visibleLength(text: string): number {
  const visible = text
    .replace(invisible, '')
    .replace(blank, ' ')
    .replace(/(^| )\p{M}+/gu, '$1')
    .replace(/(\p{M})\p{M}+/gu, '$1');
  return [...visible.trim()].length;
}

/** A post's address. `http` becomes `https`, a dot behind the host goes. */
export const PostUrl = z
  .string({ error: reportTexts.invalidUrl })
  .trim()
  .min(1, { error: reportTexts.invalidUrl, abort: true })
  .max(URL_MAX_LENGTH, { error: reportTexts.invalidUrl, abort: true })
  .refine((text) => parseUrl(text) !== undefined, { error: reportTexts.invalidUrl, abort: true })
  .refine((text) => isPostHost(new URL(text)), { error: reportTexts.foreignUrl, abort: true })
  .transform((text) => {
    const url = new URL(text);
    return `https://${hostOf(url)}${url.pathname}${url.search}${url.hash}`;
  })
  // Characters outside ASCII grow when they are written out.
  .pipe(z.string().max(URL_MAX_LENGTH, reportTexts.invalidUrl));

export const Username = z
  .string({ error: reportTexts.usernameRequired })
  .trim()
  .min(1, { error: reportTexts.usernameRequired, abort: true })
  .transform((text) => text.replace(/^@/, '').trim())
  .pipe(z.string().regex(/^[A-Za-z0-9_]{1,15}$/, reportTexts.invalidUsername));

/** Lengths are in code points (an emoji of one counts as one), as Zod and PostgreSQL count them. */
export const Description = z
  .string({ error: reportTexts.descriptionTooShort })
  .transform(printable)
  .pipe(
    z
      .string()
      .trim()
      .min(DESCRIPTION_MIN_LENGTH, { error: reportTexts.descriptionTooShort, abort: true })
      .refine((text) => visibleLength(text) >= DESCRIPTION_MIN_LENGTH, {
        error: reportTexts.descriptionTooShort,
        abort: true,
      })
      .max(DESCRIPTION_MAX_LENGTH, { error: reportTexts.descriptionTooLong, abort: true })
      .refine((text) => !isDangerous(text), reportTexts.descriptionDangerous),
  );

const PostFields = z.object({ twitterUrl: PostUrl, username: Username, description: Description });

const namesItsAuthor = z.refine<z.output<typeof PostFields>>(
  ({ twitterUrl, username }) => isPostOf(twitterUrl, username),
  {
    error: ({ input }) => {
      const named = accountInUrl((input as PostInput).twitterUrl);
      return Username.safeParse(named).success ? reportTexts.usernameOfAnother : reportTexts.invalidUsername;
    },
    path: ['username'],
  },
);

/** A post, whose it is, and what there is to say about it: what both lists take. */
export const PostInput = PostFields.check(namesItsAuthor);
export type PostInput = z.infer<typeof PostInput>;

/** What a visitor sends to report a scammer. */
export const ReportInput = PostFields.extend({ scamCategory: ScamCategory.default('other') }).check(
  namesItsAuthor,
);
export type ReportInput = z.infer<typeof ReportInput>;

/** The same with the answer to the sum that only the browser checks. */
export const PostFormInput = PostFields.extend({
  captcha: z.string().trim().min(1, reportTexts.captchaRequired),
}).check(namesItsAuthor);

/** What an admin may change of a post. */
export const PostEdit = PostFields.pick({ description: true, twitterUrl: true });

/** Whether a post can be the account's: its address names that account, or none. */
export function isPostOf(twitterUrl: string, username: string): boolean {
  const named = accountInUrl(twitterUrl);
  return named === undefined || named.toLowerCase() === username.toLowerCase();
}

/**
 * The account that a post's or profile's address names (`https://x.com/name/status/1`), as it is written, so possibly no valid
 * handle; nothing for addresses that name none (`https://x.com/i/status/1`).
 */
export function accountInUrl(text: string): string | undefined {
  const url = parseUrl(normalizePostUrl(text));
  if (!url || !isPostHost(url)) return undefined;
  const [first = '', second] = url.pathname.split('/').filter((part) => part !== '');
  const name = decoded(first).replace(/^@/, '').trim();
  if (name === '' || reservedPaths.has(name.toLowerCase())) return undefined;
  // Other subdomains have pages of their own (`help.x.com/en`); a post is a post on each.
  const isProfileHost = /^(?:(?:www|mobile|m)\.)?(?:x|twitter)\.com$/.test(hostOf(url));
  return isProfileHost || /^status(?:es)?$/i.test(second ?? '') ? name : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const reservedPaths = new Set([
  'home',
  'i',
  'intent',
  'search',
  'share',
  'hashtag',
  'explore',
  'settings',
  'messages',
]);

/**
 * A pasted address made whole: trimmed, `https://` added where it is missing, query and hash dropped on X's hosts unless
 * they name the account.
 * Text that is no address comes back trimmed and otherwise unchanged.
 */
export function normalizePostUrl(text: string): string {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = parseUrl(withScheme);
  if (!url || !isPostHost(url)) return trimmed;
  return `https://${hostOf(url)}${pathOf(url)}`;
}

/** The path, also of old addresses (`/#!/name/status/1`) and of those that name an account in their query. */
function pathOf({ pathname, hash, searchParams }: URL): string {
  const [, behindHash] = (pathname === '/' && /^#!\/*([^?]+)/.exec(hash)) || [];
  const isIntent = /^\/+intent\//i.test(decoded(pathname));
  const named = isIntent && searchParams.get('screen_name');
  if (named) return `/${encodeURIComponent(named.trim())}`;
  return behindHash ? `/${behindHash}` : pathname;
}
