import { z } from 'zod';

export const USERNAME_MAX_LENGTH = 15;
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

// A tag opens with a letter, a slash, `!` or `?`; `a < b` and `<3` are text.
const tag = /<\s*[/!?a-z][^>]*>?/i;
const scriptUrl = /javascript\s*:/i;
const eventHandler = /\bon[a-z]{3,}\s*=/i;

/** Whether a description holds a tag, a `javascript:` address or an inline event handler. */
export function isDangerous(description: string): boolean {
  return tag.test(description) || scriptUrl.test(description) || eventHandler.test(description);
}

function parseUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
}

function isPostHost(url: URL): boolean {
  const host = url.hostname.replace(/\.$/, '');
  return postHosts.some((known) => host === known || host.endsWith(`.${known}`));
}

// PostgreSQL cannot store NUL, and no person means to type one.
const withoutNul = (text: string) => text.replaceAll('\u0000', '');

export const PostUrl = z
  .string({ error: reportTexts.invalidUrl })
  .trim()
  .max(URL_MAX_LENGTH, reportTexts.invalidUrl)
  .refine((text) => parseUrl(text) !== undefined, { error: reportTexts.invalidUrl, abort: true })
  .refine((text) => isPostHost(new URL(text)), reportTexts.foreignUrl)
  .transform((text) => new URL(text).href);

export const Username = z
  .string({ error: reportTexts.usernameRequired })
  .min(1, { error: reportTexts.usernameRequired, abort: true })
  .transform((text) => text.trim().replace(/^@/, '').trim())
  .pipe(z.string().regex(/^[A-Za-z0-9_]{1,15}$/, reportTexts.invalidUsername));

export const Description = z
  .string({ error: reportTexts.descriptionTooShort })
  .transform(withoutNul)
  .pipe(
    z
      .string()
      .trim()
      .min(DESCRIPTION_MIN_LENGTH, { error: reportTexts.descriptionTooShort, abort: true })
      .max(DESCRIPTION_MAX_LENGTH, { error: reportTexts.descriptionTooLong, abort: true })
      .refine((text) => !isDangerous(text), reportTexts.descriptionDangerous),
  );

/** What a visitor sends to report a scammer. */
export const ReportInput = z.object({
  twitterUrl: PostUrl,
  username: Username,
  description: Description,
  scamCategory: ScamCategory.default('other'),
});
export type ReportInput = z.infer<typeof ReportInput>;

/** The username in a post's or profile's address (`https://x.com/name/status/1`), or nothing. */
export function usernameFromUrl(text: string): string | undefined {
  const url = parseUrl(normalizePostUrl(text));
  if (!url || !isPostHost(url)) return undefined;
  const name = /^\/@?([A-Za-z0-9_]{1,15})(?:\/|$)/.exec(url.pathname)?.[1];
  return name && !reservedPaths.has(name.toLowerCase()) ? name : undefined;
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
 * A pasted address made whole: trimmed, `https://` added where it is missing, query and hash dropped on X's hosts.
 * Text that is no address comes back trimmed and otherwise unchanged.
 */
export function normalizePostUrl(text: string): string {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = parseUrl(withScheme);
  if (!url || !isPostHost(url)) return trimmed;
  return `https://${url.hostname}${url.pathname}`;
}
