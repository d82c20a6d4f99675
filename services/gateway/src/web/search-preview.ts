import { Username } from '@naughty-list/contracts/report-input';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * The username of a shared link (`/?search=name`). Only valid usernames count, so that a preview cannot show
 * arbitrary text in the site's name.
 */
export function previewedName(url: string): string | undefined {
  // Most URLs have no query; skip parsing.
  if (!url.includes('?')) return undefined;
  const search = new URL(url, 'http://gateway').searchParams.get('search')?.trim();
  const parsed = Username.safeParse(search);
  return parsed.success ? parsed.data : undefined;
}

/** The page of a shared link for one username. */
export function fillName(template: string, name: string): string {
  const escaped = name.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
  // A function, because `$&` in a replacement string has a meaning.
  return template.replaceAll('%SEARCH_NAME%', () => escaped);
}
