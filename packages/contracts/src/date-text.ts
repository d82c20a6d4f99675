const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/**
 * `November 3, 2026`, in UTC, of a day or a time. Avoids `Intl`, whose first use loads locale data, and lets server and
 * browser write the same.
 */
export function dateText(at: string): string {
  const [year, month, day] = at.slice(0, 10).split('-').map(Number);
  return `${months[(month ?? 1) - 1]} ${day}, ${year}`;
}

/** What stands between a case's status and its date: an account was compromised before that was decided. */
export const statusDatedBy = (status: string): string => (status === 'compromised' ? 'decided on' : 'since');
