import { z } from 'zod';
import { Trace } from './traces.ts';

export const DESCRIPTION_MIN_LENGTH = 10;
export const DESCRIPTION_MAX_LENGTH = 1000;
export const URL_MAX_LENGTH = 2048;
export const ALSO_USED_MAX_LENGTH = 500;
const LEFT_OUT_MAX = 40;

/** Validation messages of a report (specification, section 5, and what keeps a link from being a post's). */
export const reportTexts = {
  invalidUrl: 'Please enter a valid X (Twitter) URL',
  foreignUrl: 'Only Twitter/X URLs are allowed',
  profileUrl: 'This link leads to a profile. Link to a post: open the post, choose Share, then Copy link.',
  namelessPost:
    'This link does not name the account. Open the post in a browser and copy its address, like https://x.com/name/status/123.',
  notAPost: 'This link does not lead to a post. Open the post, choose Share, then Copy link.',
  usernameRequired: 'Username is required',
  invalidUsername:
    'Username must be a valid Twitter handle (1-15 characters, letters, numbers, and underscores only)',
  usernameOfAnother: 'The username must be the account that the link to the post names',
  descriptionTooShort: 'Please provide a detailed description (at least 10 characters)',
  descriptionTooLong: 'Description is too long (maximum 1000 characters)',
  descriptionDangerous: 'Description contains potentially dangerous content',
  alsoUsedTooLong: `Please use at most ${ALSO_USED_MAX_LENGTH} characters here`,
  captchaRequired: 'Please solve the math problem',
} as const;

/** Hosts of reportable posts, including subdomains. */
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

// A tag's name follows the bracket directly (`a < b`, `<3`, `</3` and `->` are text), except `< script`, which is never
// legitimate text.
const tag = /<\/?[a-z]|<![-[a-z]|<\?[a-z]|<\s*\/?\s*script/i;
const scriptUrl = /(?:javascript|vbscript)\s*:|data\s*:\s*text\/html/i;
const eventHandler = /\bon[a-z]{3,}\s*=/i;

/** Whether a description contains a tag, a `javascript:` URL or an inline event handler, also as entities. */
export function isDangerous(description: string): boolean {
  return [description, decodeEntities(description)].some((text) => {
    // Browsers ignore tabs and line breaks inside a URL; readers do not see zero-width characters.
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

/** Whether a URL leads to X: default port, and no userinfo that looks like a host. */
function isPostHost(url: URL): boolean {
  const host = hostOf(url);
  const isPlain = url.port === '' && url.username === '' && url.password === '';
  return isPlain && postHosts.some((known) => host === known || host.endsWith(`.${known}`));
}

// Characters that PostgreSQL cannot store (NUL, lone surrogates), control characters, and bidirectional overrides and
// isolates, which reorder the following text (right-to-left text needs none).
const unprintable = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;
const printable = (text: string) => text.toWellFormed().replace(unprintable, '');

/** Text without what cannot be stored or misleads its reader. */
export const printableText = (error?: string) => z.string({ error }).transform(printable);

const blank = /[\s\u2800]+/gu;
// The musical null notehead is a symbol without a glyph.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u{1d159}]/gu;

/**
 * Counts visible characters: whitespace runs count as one, so do marks on a letter; marks without a letter count as
 * none.
 */
function visibleLength(text: string): number {
  const visible = text
    .replace(invisible, '')
    .replace(blank, ' ')
    .replace(/(^| )\p{M}+/gu, '$1')
    .replace(/(\p{M})\p{M}+/gu, '$1');
  return [...visible.trim()].length;
}

/** Letters, digits and the like that are percent-encoded without need: the URL is the same with and without (RFC 3986, 6.2.2.2). */
const needlesslyEncoded = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/** A URL on X. Turns `http` into `https`, removes a trailing dot of the host, and decodes what needs no encoding. */
export const XUrl = z
  .string({ error: reportTexts.invalidUrl })
  .trim()
  .min(1, { error: reportTexts.invalidUrl, abort: true })
  .max(URL_MAX_LENGTH, { error: reportTexts.invalidUrl, abort: true })
  .refine((text) => parseUrl(text) !== undefined, { error: reportTexts.invalidUrl, abort: true })
  .refine((text) => isPostHost(new URL(text)), { error: reportTexts.foreignUrl, abort: true })
  .transform((text) => {
    const url = new URL(text);
    const path = url.pathname.replace(needlesslyEncoded, decodeURIComponent);
    return `https://${hostOf(url)}${path}${url.search}${url.hash}`;
  })
  // Percent-encoding lengthens non-ASCII characters.
  .pipe(z.string().max(URL_MAX_LENGTH, reportTexts.invalidUrl));

/** The URL of an account's post, reduced to `https://x.com/name/status/1` (or on twitter.com). */
export const PostUrl = XUrl.transform((url, context) => {
  const post = postIn(url);
  if (typeof post !== 'string') return post.url;
  context.addIssue(post);
  return z.NEVER;
});

export const Username = z
  .string({ error: reportTexts.usernameRequired })
  .trim()
  .min(1, { error: reportTexts.usernameRequired, abort: true })
  .transform((text) => text.replace(/^@/, '').trim())
  .pipe(z.string().regex(/^[A-Za-z0-9_]{1,15}$/, reportTexts.invalidUsername));

/** Lengths are in code points (a single-code-point emoji counts as one), as in Zod and PostgreSQL. */
export const Description = printableText(reportTexts.descriptionTooShort).pipe(
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

/** The common input of both lists: a post, its author and a description. */
export const PostInput = PostFields.check(namesItsAuthor);
export type PostInput = z.infer<typeof PostInput>;

/** What the account used besides, in any words, and which traces of the texts are none. */
const namedFields = {
  alsoUsed: printableText()
    .pipe(z.string().trim().max(ALSO_USED_MAX_LENGTH, reportTexts.alsoUsedTooLong))
    .optional(),
  leftOut: z.array(Trace).max(LEFT_OUT_MAX).optional(),
};

/** The input of a scammer report. */
export const ReportInput = PostFields.extend({
  ...namedFields,
  scamCategory: ScamCategory.default('other'),
}).check(namesItsAuthor);
export type ReportInput = z.infer<typeof ReportInput>;

/** Like a report, but without a category; the account is that of the case. */
export const StatementInput = PostFields.extend(namedFields).check(namesItsAuthor);

/** The form's input: adds the answer to the sum, which only the browser checks; praises have no category. */
export const PostFormInput = PostFields.extend({
  ...namedFields,
  scamCategory: ScamCategory.optional(),
  captcha: z.string().trim().min(1, reportTexts.captchaRequired),
}).check(namesItsAuthor);

/** The fields of a post that an admin may edit; entries from before may link to something else than a post. */
export const PostEdit = PostFields.pick({ description: true }).extend({ twitterUrl: XUrl });

/** Whether a post can belong to the account: its URL names that account, or none. */
export function isPostOf(twitterUrl: string, username: string): boolean {
  const named = accountInUrl(twitterUrl);
  return named === undefined || named.toLowerCase() === username.toLowerCase();
}

/**
 * The account that a post or profile URL names (`https://x.com/name/status/1`), unvalidated; undefined for URLs that
 * name none (`https://x.com/i/status/1`).
 */
export function accountInUrl(text: string): string | undefined {
  const url = parseUrl(normalizePostUrl(text));
  if (!url || !isPostHost(url)) return undefined;
  const [first = '', second] = url.pathname.split('/').filter((part) => part !== '');
  const name = decoded(first).replace(/^@/, '').trim();
  if (name === '' || reservedPaths.has(name.toLowerCase())) return undefined;
  // Other subdomains have pages of their own (`help.x.com/en`); a post URL works on each.
  const isProfileHost = /^(?:(?:www|mobile|m)\.)?(?:x|twitter)\.com$/.test(hostOf(url));
  return isProfileHost || /^status(?:es)?$/i.test(second ?? '') ? name : undefined;
}

const postPath = /^\/+@*([^/]+)\/status(?:es)?\/0*([1-9]\d{0,18})(?:\/|$)/i;

/** The post of a named account that a URL on X leads to, or why there is none. */
function postIn(url: string): { url: string } | string {
  const { pathname, hostname } = new URL(normalizePostUrl(url));
  const [, name = '', number] = postPath.exec(pathname.replace(needlesslyEncoded, decodeURIComponent)) ?? [];
  const isNamed = !reservedPaths.has(name.toLowerCase());
  if (number && isNamed) {
    const host = hostname.endsWith('twitter.com') ? 'twitter.com' : 'x.com';
    return { url: `https://${host}/${name}/status/${number}` };
  }
  if (/^\/i(?:\/web)?\/status(?:es)?\/\d/i.test(pathname)) return reportTexts.namelessPost;
  const [, ...rest] = pathname.split('/').filter((part) => part !== '');
  return accountInUrl(url) !== undefined && rest.length === 0 ? reportTexts.profileUrl : reportTexts.notAPost;
}

/** Why a possibly incomplete link on X leads to no post; undefined for a post, and for text that is no such link. */
export function whyNoPost(text: string): string | undefined {
  const url = XUrl.safeParse(normalizePostUrl(text));
  const post = url.success ? postIn(url.data) : undefined;
  return typeof post === 'string' ? post : undefined;
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
 * Completes a pasted URL: trims it, adds `https://` if missing, and removes query and hash on X's hosts unless they
 * name the account. Text that is not a URL is only trimmed.
 */
export function normalizePostUrl(text: string): string {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = parseUrl(withScheme);
  if (!url || !isPostHost(url)) return trimmed;
  return `https://${hostOf(url)}${pathOf(url)}`;
}

/** The path, also for legacy URLs (`/#!/name/status/1`) and those that name an account in the query. */
function pathOf({ pathname, hash, searchParams }: URL): string {
  const [, behindHash] = (pathname === '/' && /^#!\/*([^?]+)/.exec(hash)) || [];
  const isIntent = /^\/+intent\//i.test(decoded(pathname));
  const named = isIntent && searchParams.get('screen_name');
  if (named) return `/${encodeURIComponent(named.trim())}`;
  return behindHash ? `/${behindHash}` : pathname;
}
