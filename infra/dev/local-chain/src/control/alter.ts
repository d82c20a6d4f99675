const unescapeToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/**
 * A copy of a JSON value with the target of a JSON pointer (RFC 6901) replaced. Missing steps are created as objects;
 * "-" appends to an array.
 */
export function setAt(document: unknown, pointer: string, value: unknown): unknown {
  const copy = structuredClone(document);
  const steps = pointer.split('/').slice(1).map(unescapeToken);
  const last = steps.pop();
  if (last === undefined) return value;
  let at = copy as { [key: string]: unknown };
  for (const step of steps) {
    const next = at[step];
    if (typeof next !== 'object' || next === null) at[step] = {};
    at = at[step] as { [key: string]: unknown };
  }
  if (Array.isArray(at) && last === '-') at.push(value);
  else at[last] = value;
  return copy;
}
