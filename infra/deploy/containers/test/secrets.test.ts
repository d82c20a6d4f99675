import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './compose.ts';

/** Dependencies, build output and run-time data, none of which is committed (see .gitignore). */
const notOurs = /^(\.git|node_modules|dist|\.data|\.turbo|\.pnpm-store|\.env)$|\.(log|tsbuildinfo)$/;

/** The paths of all files of the repository, from its root. */
function repositoryFiles(folder = ''): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (notOurs.test(entry.name) || path === 'apps/web/test/screens') return [];
    return entry.isDirectory() ? repositoryFiles(path) : [path];
  });
}

/** Formats of credentials, by issuer. */
const shapes: [what: string, pattern: RegExp][] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/g],
  ['the key of a Solana account', /\[(?:\s*\d{1,3}\s*,){63}\s*\d{1,3}\s*\]/g],
  ['a token of a Telegram bot', /\b\d{8,10}:[\w-]{35}\b/g],
  ['a token of GitHub', /\b(?:gh[pousr]_\w{36}|github_pat_\w{60,})/g],
  ['a token of npm', /\bnpm_\w{36}\b/g],
  ['a key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ['a key of Google', /\bAIza[\w-]{35}\b/g],
  ['a key of Stripe', /\b[sr]k_live_\w{16,}/g],
  ['a token of Slack', /\bxox[abprs]-[\w-]{10,}/g],
  ['a login to a registry', /_(?:auth|authToken|password)\s*=\s*\S+/g],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g],
  ['a login in an address', /\b[a-z][a-z+]*:\/\/[^\s:/@'"`$<{]+:[^\s@/'"`$<{]+@[\w.-]+/g],
];

const assignment =
  /\b[\w-]*(?:secret|password|passwd|token|api_?key|private_?key|credential)[\w-]*['"]?\s*[:=]\s*['"`]?([\w+/=.~-]{20,})/gi;

/** False positives: file, beginning of the text, and reason. */
const allowed: [file: RegExp, text: RegExp, reason: string][] = [
  [/(\/test\/|\.test\.ts$)/, /(?:the|a|another)-[a-z-]*secret/, 'words that tests use in place of a secret'],
  [
    /(\/test\/|\.test\.ts$)/,
    /:\/\/(?:user:secret|somebody:password|santa:s3cret-of-pg|evil\.com:pass)@/,
    'made up, to show that it is cut out of logs, visits and links',
  ],
  [
    /\/test\/receipts\/.*\.json$/,
    /^a value: tokenProgram": "Tokenkeg[1-9A-HJ-NP-Za-km-z]+$/,
    'the token program, as receipts name it',
  ],
  [
    /\.ts$/,
    /'(?:Token|AToken)[1-9A-HJ-NP-Za-km-z]{30,}$/,
    'addresses of the token programs, which everybody knows',
  ],
  [
    /privacy-gate\/test\/texts\.tsv$/,
    /^(?:a private key: -----BEGIN EC PRIVATE KEY-----|the key of a Solana account: \[21,92,179,.*|a value: PRIVATE_KEY=7fe869\w+)$/,
    'made up, in texts that must be held because of them',
  ],
  [/\.ts$/, /: [a-z]\w*\.[a-z]\w*$/i, 'a name of the program itself, no value'],
];

const BITS_PER_LETTER = 3.6;

/** Shannon entropy: low for words and repetitions, high for generated values. */
function bitsPerLetter(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((sum, n) => sum - (n / text.length) * Math.log2(n / text.length), 0);
}

/**
 * Identifiers of the program (`config.SESSION_SECRET`, `readPassword`) are not values; generated ones contain digits.
 */
const isGenerated = (value: string) =>
  bitsPerLetter(value) >= BITS_PER_LETTER && /\d/.test(value) && /[a-zA-Z]/.test(value);

function credentialsIn(text: string): string[] {
  const known = shapes.flatMap(([what, pattern]) =>
    [...text.matchAll(pattern)].map(([found]) => `${what}: ${found}`),
  );
  const assigned = [...text.matchAll(assignment)].filter(([, value = '']) => isGenerated(value));
  return [...known, ...assigned.map(([found]) => `a value: ${found}`)];
}

const isText = (file: string) =>
  !/\.(png|jpe?g|webp|avif|gif|ico|woff2?|ttf|otf|mp3|mp4|webm|wav|br|gz|so|wasm)$/.test(file);

test('no secret is in the repository', () => {
  const files = repositoryFiles().filter(
    (file) => isText(file) && file !== 'pnpm-lock.yaml' && !file.endsWith('secrets.test.ts'),
  );
  const found = files.flatMap((file) =>
    credentialsIn(readFileSync(join(repository, file), 'utf8'))
      .filter((each) => !allowed.some(([where, text]) => where.test(file) && text.test(each)))
      .map((each) => `${file}: ${each.slice(0, 100)}`),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

test('no file that holds secrets by its kind is in the repository', () => {
  const named =
    /(^|\/)(id_(rsa|ed25519|ecdsa)|\.pgpass|\.netrc|.*\.(pem|p12|pfx|key|jks|keystore)|\.env(\.(?!example).*)?)$/;
  expect(repositoryFiles().filter((file) => named.test(file))).toEqual([]);
});

test('a secret would be found', () => {
  const made = [
    `-----BEGIN ${'PRIVATE KEY'}-----`,
    JSON.stringify(Array.from({ length: 64 }, (_, at) => at)),
    `${'123456789'}:${'AbCdEfGh_-'.repeat(4).slice(0, 35)}`,
    `postgres://list:${'hunter2'}@db.example/list`,
    `SESSION_SECRET=${'9f8e7d6c5b4a39281706f5e4d3c2b1a0'}`,
    `const apiKey = '${'q7Zp0TfW2mXr9LbVc4Ns'}';`,
  ];
  for (const text of made) expect(credentialsIn(text), text).not.toEqual([]);
});
