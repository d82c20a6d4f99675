/** Hexadecimal digits of a hash that a private check sends; each prefix is shared by thousands of X accounts. */
export const CHECK_PREFIX_LENGTH = 4;

/**
 * The look-alike form of a username: easily confused letters are merged and underscores removed. The database has the
 * same function.
 */
export function lookAlike(username: string): string {
  return username
    .toLowerCase()
    .replaceAll('_', '')
    .replace(/[i1]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
