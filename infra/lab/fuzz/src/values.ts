import fc, { type Arbitrary } from 'fast-check';

/** Injection payloads for databases, pages and parsers; none resembles their error messages. */
export const payloads = [
  "' OR '1'='1",
  "'; DROP TABLE scammer_reports; --",
  '1); DELETE FROM admin_users; --',
  '$1',
  '%',
  '_',
  '%%%%',
  '\\',
  "\\'",
  '" --',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
  '&#x6a;avascript&colon;alert(1)',
  '{{7*7}}',
  '#{7*7}',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '\r\nSet-Cookie: a=b',
  'a\u0000b',
  '\ud800',
  '\udfff\ud83d',
  '\u202etxt.exe',
  '\ufeff',
  '\u2028',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-1',
  '0x10',
  '1e3',
  '١٢٣',
  'İ'.repeat(50),
  'ﷺ'.repeat(30),
  '9'.repeat(400),
  '-0',
  '1'.repeat(88),
  'LISTBURN001',
  ' LISTBURN001',
  '@',
];

/** Inputs that make careless regular expressions backtrack catastrophically. */
export const slowTexts = [
  `${'a'.repeat(900)}!`,
  '<'.repeat(1000),
  `<${' '.repeat(990)}`,
  `< /${' '.repeat(990)}`,
  '&#'.repeat(500),
  '&#x'.repeat(330),
  'on'.repeat(499),
  `on${'a'.repeat(990)}`,
  `onabc${' '.repeat(990)}`,
  'onabc  '.repeat(140),
  `javascript${' '.repeat(980)}`,
  `data${' '.repeat(480)}:${' '.repeat(480)}`,
  `${'1'.repeat(87)}0`,
  `${' '.repeat(4000)}x`,
  `${'@'.repeat(2000)}`,
  `https://${'a.'.repeat(900)}x.com/`,
  `https://x.com/${'%'.repeat(900)}`,
  `https://x.com/${'a/'.repeat(900)}`,
  'x,'.repeat(2000),
  '"'.repeat(2000),
  `W/"${'a'.repeat(2000)}`,
  '0.'.repeat(1000),
  '='.repeat(3000),
  ';q='.repeat(1000),
];

/** The subset of JSON Schema generated from the contracts. */
export type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
};

/** Every length limit in the contracts, and the values next to it. */
const lengths = [
  0, 1, 9, 10, 11, 15, 16, 44, 45, 64, 65, 88, 89, 100, 101, 200, 201, 256, 257, 1000, 1001, 2048, 2049, 5000,
];
const letters = ['a', 'Z', '7', '_', ' ', 'é', '🎅', '\u0301', '<', '&', '\\', '%', '\u0000', '\ud800'];

const textOf = (least: number, most: number): Arbitrary<string> =>
  fc.array(fc.constantFrom(...letters), { minLength: least, maxLength: most }).map((each) => each.join(''));

const ofLength = fc
  .tuple(fc.constantFrom(...lengths), fc.constantFrom(...letters))
  .map(([length, letter]) => letter.repeat(length));

/** Any text, sent where a text or another type is expected. */
export const hostileText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...payloads),
  fc.constantFrom(...slowTexts),
  ofLength,
  textOf(0, 40),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

const hostileNumber = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    1,
    0.5,
    1e21,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53,
    2 ** 53 + 2,
    2 ** 63,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const odd: unknown[] = [null, true, false, [], {}, [[]], { length: 3 }, { toString: 1 }, { valueOf: 1 }];

/** Any JSON value, mostly of the wrong type. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom(...odd) },
  { weight: 1, arbitrary: hostileText.map((text) => [text]) },
  { weight: 1, arbitrary: hostileText.map((text) => ({ [text]: text })) },
  { weight: 1, arbitrary: fc.array(hostileNumber, { maxLength: 1001 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Values accepted by a schema, as far as JSON Schema can express it, and those just outside its limits. */
export function fitting(schema: JsonSchema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  if (schema.type === 'object') return objectOf(schema);
  if (schema.type === 'array') {
    const { items = {}, minItems = 0, maxItems = 20 } = schema;
    return fc.array(fitting(items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 20) });
  }
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  return textFor(schema);
}

function objectOf({ properties = {}, required = [] }: JsonSchema): Arbitrary<unknown> {
  const values = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, fitting(each)]));
  return fc.record(values, { requiredKeys: required });
}

function numberOf({ minimum = -(2 ** 31), maximum = 2 ** 31 }: JsonSchema): Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) }),
    fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1),
  );
}

function textFor({ pattern, minLength = 0, maxLength = 60 }: JsonSchema): Arbitrary<string> {
  const plain = fc.oneof(
    fc.string({ minLength, maxLength: Math.max(minLength, maxLength) }),
    fc
      .constantFrom(minLength - 1, minLength, maxLength, maxLength + 1)
      .map((length) => 'a'.repeat(Math.max(0, length))),
  );
  // Patterns that fast-check cannot generate (look-arounds) are covered by the known valid calls.
  if (!pattern || /\(\?|\\p/.test(pattern)) return plain;
  return fc.oneof(fc.stringMatching(new RegExp(pattern)), plain);
}
