import { Username } from '@naughty-list/contracts/report-input';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Whose name a shared link (`/?search=name`) asks about, or nothing. Only what can be a username counts: a preview says
 * nothing in the site's name that somebody else wrote.
 */
export function previewedName(url: string): string | undefined {
  // Most links have none, and are not taken apart.
  if (!url.includes('?')) return undefined;
  const search = new URL(url, 'http://gateway').searchParams.get('search')?.trim();
  const parsed = Username.safeParse(search);
  return parsed.success ? parsed.data : undefined;
}

/** The page of a shared link, about one name. */
export function fillName(template: string, name: string): string {
  const escaped = name.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
  // As a function: `$&` in a replacement text would mean something.
  return template.replaceAll('%SEARCH_NAME%', () => escaped);
}
