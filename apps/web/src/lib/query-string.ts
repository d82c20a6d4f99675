/** Query values as plain text, never parsed as numbers or JSON. */
export function parseQuery(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

export function writeQuery(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.size > 0 ? `?${query}` : '';
}

/** The `search` of a shared link, from the query or the hash (`?search=name`, `#search=name`), or undefined. */
export function sharedSearch(query: string, hash: string): string | undefined {
  const found = [query, hash.replace(/^#/, '')].map((text) =>
    new URLSearchParams(text).get('search')?.trim(),
  );
  return found.find((text) => text);
}
