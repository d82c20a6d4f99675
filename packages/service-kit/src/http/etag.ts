import type { IncomingHttpHeaders } from 'node:http';

/** Whether the client already has the response with this ETag (RFC 9110, 13.1.2: weak comparison). */
export function isNotModified(
  { 'if-none-match': known }: Pick<IncomingHttpHeaders, 'if-none-match'>,
  etag: string | undefined,
): boolean {
  if (known === undefined || etag === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return known.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}
