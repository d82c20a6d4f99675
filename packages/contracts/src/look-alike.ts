/** How many hexadecimal digits of a hash a private check sends: each prefix stands for thousands of the accounts on X. */
export const CHECK_PREFIX_LENGTH = 4;

/** What a username looks like: letters that are easily mistaken are one, and underscores none. The database has the same function. */
export function lookAlike(username: string): string {
  return username
    .toLowerCase()
    .replaceAll('_', '')
    .replace(/[i1]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
