/** Names of settings whose values are secrets. */
const secretNames = /SECRET|PASSWORD|_TOKEN$|_KEY$|HEADERS$/;
/** Shorter values would redact harmless text; no real secret is that short. */
const MIN_LENGTH = 8;

const CENSOR = '[redacted]';

/** Patterns of credentials: user and password in URLs, keys in queries, of webhooks, bot tokens, signed calls, case codes. */
const patterns: [pattern: RegExp, replacement: string][] = [
  [/(\w+:\/\/)[^\s"'/@\\]+@/g, `$1${CENSOR}@`],
  [/([?&](?:api[-_]?key|key|token|secret|password)=)[^&\s"'\\]+/gi, `$1${CENSOR}`],
  [/\bwhsec_[\w+/]{8,}=*/g, CENSOR],
  [/\bbot\d{5,}:[\w-]{20,}/g, `bot${CENSOR}`],
  [/\b(?:[\dA-HJKMNP-TV-Z]{4}-){6}[\dA-HJKMNP-TV-Z]{2}\b/g, CENSOR],
  [/\b(Bearer|Basic) [\w+/=.~-]{8,}/g, `$1 ${CENSOR}`],
];

/**
 * All secret values of a configuration: by the setting's name, and the passwords, paths and queries of URLs (where
 * RPC providers put their keys).
 */
export function secretsIn(config: Record<string, unknown>): string[] {
  const found = Object.entries(config).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => typeof one === 'string')
      .flatMap((one) => (secretNames.test(name) ? [one] : inUrl(name, one))),
  );
  return [...new Set(found)].filter(({ length }) => length >= MIN_LENGTH);
}

function inUrl(name: string, text: string): string[] {
  const url = URL.parse(text);
  if (!url) return [];
  const passwords = [url.password, decoded(url.password)];
  if (!/RPC_URLS$/.test(name)) return passwords;
  return [...passwords, ...url.pathname.split('/'), ...url.searchParams.values()];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Creates a function that redacts these secrets, and anything that looks like a credential, from a text. */
export function createScrubber(secrets: readonly string[] = []): (text: string) => string {
  const spellings = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
  ]);
  const literal = [...new Set(spellings)]
    .sort((one, other) => other.length - one.length)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  const known = literal.length > 0 ? new RegExp(literal.join('|'), 'g') : undefined;
  return (text) => {
    let scrubbed = known ? text.replace(known, CENSOR) : text;
    for (const [pattern, replacement] of patterns) scrubbed = scrubbed.replace(pattern, replacement);
    return scrubbed;
  };
}
