/** JSON by RFC 8785: sorted keys, no spaces; undefined fields are omitted. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = value as Record<string, unknown>;
  // Sorts by UTF-16 code units, as the RFC does.
  const keys = Object.keys(fields).sort();
  const given = keys.filter((key) => fields[key] !== undefined);
  return `{${given.map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key])}`).join()}}`;
}
