/** Stands where the site's own address belongs; the gateway, which knows it, fills it in. */
export const ORIGIN = '%PUBLIC_ORIGIN%';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it stands in HTML, in an attribute or between tags. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

/** JSON as it may stand in a script element: nothing in it can end the element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
