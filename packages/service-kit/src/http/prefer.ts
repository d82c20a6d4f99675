/**
 * How long a caller will wait for an outcome, in milliseconds and at most `waitMs`: `Prefer: respond-async` asks for
 * an immediate response, `wait=<seconds>` for one within that time (RFC 7240, sections 4.1 and 4.3).
 */
export function preferredWaitMs(prefer: string | string[] | undefined, waitMs: number): number {
  const preferences = [prefer ?? []]
    .flat()
    .flatMap((header) => header.split(','))
    .map((preference) => preference.split(';', 1)[0]?.trim().toLowerCase());
  const seconds = preferences.map((text) => /^wait\s*=\s*"?(\d{1,6})"?$/.exec(text ?? '')?.[1]).find(Boolean);
  if (seconds !== undefined) return Math.min(Number(seconds) * 1000, waitMs);
  return preferences.includes('respond-async') ? 0 : waitMs;
}
