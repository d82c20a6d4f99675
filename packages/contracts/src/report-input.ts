import { z } from 'zod';
import { caseTexts } from './case-texts.ts';
import { handlePattern, hostOf, isXHost, readXPage, type XPage } from './subject/read-x.ts';
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
  usernameOfAnother: 'The username has to match the account in the link',
  descriptionTooShort: 'Please provide a detailed description (at least 10 characters)',
  descriptionTooLong: 'Description is too long (maximum 1000 characters)',
  descriptionDangerous: 'Description contains potentially dangerous content',
  alsoUsedTooLong: `Please use at most ${ALSO_USED_MAX_LENGTH} characters here`,
  captchaRequired: 'Please solve the math problem',
} as const;

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

/** Whether a URL leads to X: default port, and no userinfo that looks like a host. */
const isOnX = (url: URL) =>
  url.port === '' && url.username === '' && url.password === '' && isXHost(hostOf(url));

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
export function visibleLength(text: string): number {
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
  .refine((text) => isOnX(new URL(text)), { error: reportTexts.foreignUrl, abort: true })
  .transform((text) => {
    const url = new URL(text);
    const path = url.pathname.replace(needlesslyEncoded, decodeURIComponent);
    return `https://${hostOf(url)}${path}${url.search}${url.hash}`;
  })
  // Percent-encoding lengthens non-ASCII characters.
  .pipe(z.string().max(URL_MAX_LENGTH, reportTexts.invalidUrl));

/** The URL of an account's post, reduced to `https://x.com/name/status/1` (or on twitter.com). */
export const PostUrl = XUrl.transform((text, context) => {
  const url = new URL(text);
  const page = readXPage(url);
  if (isPost(page)) return addressOf(page, hostOf(url).endsWith('twitter.com') ? 'twitter.com' : 'x.com');
  context.addIssue(whyNotAPost(page));
  return z.NEVER;
});

export const Username = z
  .string({ error: reportTexts.usernameRequired })
  .trim()
  .min(1, { error: reportTexts.usernameRequired, abort: true })
  .transform((text) => text.replace(/^@/, '').trim())
  .pipe(z.string().regex(handlePattern, reportTexts.invalidUsername));

const LINES_MAX = 40;

/** Text with one blank line in a row at most; of more lines than a story needs, which push what follows out of sight, one line. */
function foldLines(text: string): string {
  const lines = text
    .trim()
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => line.trimEnd());
  const folded = lines.filter((line, at) => line !== '' || lines[at - 1] !== '');
  return folded.length > LINES_MAX ? folded.filter((line) => line !== '').join(' ') : folded.join('\n');
}

/** Lengths are in code points (a single-code-point emoji counts as one), as in Zod and PostgreSQL. */
export const Description = printableText(reportTexts.descriptionTooShort)
  .transform(foldLines)
  .pipe(
    z
      .string()
      .min(DESCRIPTION_MIN_LENGTH, { error: reportTexts.descriptionTooShort, abort: true })
      // What stands in place of a withdrawn report marks it as one.
      .refine((text) => visibleLength(text) >= DESCRIPTION_MIN_LENGTH && text !== caseTexts.withdrawn, {
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
  const page = readPasted(text)?.page;
  return page?.about === 'account' ? page.name : undefined;
}

/** Why a possibly incomplete link on X leads to no post; undefined for a post, and for text that is no such link. */
export function whyNoPost(text: string): string | undefined {
  const pasted = readPasted(text);
  return pasted && !isPost(pasted.page) ? whyNotAPost(pasted.page) : undefined;
}

/**
 * Completes a pasted URL on X: what stands for an account or its post gets the shortest address, without query and hash; others keep
 * their path. Text that is no such URL is only trimmed.
 */
export function normalizePostUrl(text: string): string {
  const pasted = readPasted(text);
  if (!pasted) return text.trim();
  const { page, url } = pasted;
  const isWhole = page.about === 'account' && (page.isProfile || page.post !== undefined);
  return isWhole ? addressOf(page, hostOf(url)) : `https://${hostOf(url)}${url.pathname}`;
}

function readPasted(text: string): { url: URL; page: XPage } | undefined {
  const trimmed = text.trim();
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`);
  return url && isOnX(url) ? { url, page: readXPage(url) } : undefined;
}

type AccountPage = Extract<XPage, { about: 'account' }>;

const isPost = (page: XPage): page is AccountPage => page.about === 'account' && page.post !== undefined;

function whyNotAPost(page: XPage): string {
  if (page.about === 'post') return reportTexts.namelessPost;
  return page.about === 'account' && page.isProfile ? reportTexts.profileUrl : reportTexts.notAPost;
}

const addressOf = ({ name, post }: AccountPage, host: string) =>
  `https://${host}/${encodeURIComponent(name)}${post ? `/status/${post}` : ''}`;
