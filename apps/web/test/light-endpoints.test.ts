import { globSync, readFileSync } from 'node:fs';
import * as burns from '@naughty-list/contracts/burns';
import * as cases from '@naughty-list/contracts/cases';
import * as casesNaming from '@naughty-list/contracts/cases-naming';
import * as hitCounter from '@naughty-list/contracts/hit-counter';
import * as lookUp from '@naughty-list/contracts/look-up';
import * as marketData from '@naughty-list/contracts/market-data';
import * as memberReceipts from '@naughty-list/contracts/member-receipts';
import * as niceReports from '@naughty-list/contracts/nice-reports';
import * as privateCheck from '@naughty-list/contracts/private-check';
import * as reports from '@naughty-list/contracts/reports';
import * as siteInfo from '@naughty-list/contracts/site-info';
import * as tokenConfig from '@naughty-list/contracts/token-config';
import * as transparency from '@naughty-list/contracts/transparency';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerSchema, isEndpoint } from '../light-endpoints.ts';
import { fits, type Shape } from '../src/lib/store.ts';

/** The contracts that the app imports from `virtual:endpoints/`. */
const contracts = {
  ...{ burns, cases, 'cases-naming': casesNaming, 'hit-counter': hitCounter, 'look-up': lookUp },
  ...{ 'market-data': marketData, 'member-receipts': memberReceipts, 'nice-reports': niceReports },
  ...{ 'private-check': privateCheck, reports, 'site-info': siteInfo, 'token-config': tokenConfig },
  transparency,
};
const answers = Object.values(contracts)
  .flatMap(Object.entries)
  .flatMap(([name, value]) =>
    isEndpoint(value) ? Object.values(value.answers).map((schema) => ({ name, schema })) : [],
  );

/** Values of a shape: one with each part, and one for each other choice of a part. */
function samples(shape: Shape): unknown[] {
  if ('const' in shape) return [shape.const];
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return choices.flatMap(samples);
  if (shape.enum) return shape.enum.slice(0, 1);
  const [type] = [shape.type].flat();
  if (type === 'object') {
    const parts = Object.entries(shape.properties ?? {}).map(([key, part]) => [key, samples(part)] as const);
    const whole = Object.fromEntries(parts.map(([key, [first]]) => [key, first]));
    return [
      whole,
      ...parts.flatMap(([key, [, ...more]]) => more.map((value) => ({ ...whole, [key]: value }))),
    ];
  }
  if (type === 'array') return [...samples(shape.items ?? {}).map((item) => [item]), []];
  if (type === 'string') {
    const texts = shape.pattern
      ? fc.stringMatching(new RegExp(shape.pattern))
      : fc.constant('x'.repeat(shape.minLength ?? 1));
    return fc.sample(texts, { numRuns: 1, seed: 1 });
  }
  if (type === 'number' || type === 'integer') return [shape.minimum ?? 1];
  return [type === 'boolean' ? true : null];
}

const strangers: unknown[] = [
  undefined,
  null,
  true,
  '',
  'x',
  0,
  -1,
  1.5,
  2 ** 60,
  [],
  [null],
  {},
  { extra: 1 },
];

/** Variants of a value: each part removed or replaced by another type, one at a time, and one with an extra field. */
function* variants(value: unknown): Generator<unknown> {
  yield* strangers;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      for (const other of variants(item)) yield value.with(at, other as never);
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, extra: 'of a newer release' };
    for (const [key, inner] of Object.entries(value)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const other of variants(inner)) yield { ...value, [key]: other };
    }
  }
}

const keywords = new Set(
  'type const enum anyOf oneOf properties required items pattern minimum maximum minLength maxLength maxItems'.split(
    ' ',
  ),
);

/** Keywords of a shape that `fits` ignores; a contract that needs one cannot be a light endpoint. */
function unknownKeywords(shape: Shape): string[] {
  const inner = [
    ...Object.values(shape.properties ?? {}),
    ...(shape.items ? [shape.items] : []),
    ...(shape.anyOf ?? []),
    ...(shape.oneOf ?? []),
  ];
  return [...Object.keys(shape).filter((name) => !keywords.has(name)), ...inner.flatMap(unknownKeywords)];
}

it.each(answers)('checks the answer of $name without Zod as the contract does with it', ({ schema }) => {
  const shape: Shape = answerSchema(schema);
  expect(unknownKeywords(shape)).toEqual([]);
  const good = samples(shape);
  expect(good.filter((answer) => !schema.safeParse(answer).success)).toEqual([]);
  const isTold = (answer: unknown) => fits(shape, answer) === schema.safeParse(answer).success;
  for (const answer of good)
    expect([answer, ...variants(answer)].filter((each) => !isTold(each))).toEqual([]);
});

it('knows every contract of which the app loads a light form', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: new URL('..', import.meta.url) });
  const texts = sources.map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
  const loaded = texts.flatMap((text) =>
    [...text.matchAll(/'virtual:endpoints\/([\w-]+)'/g)].map(([, name]) => name),
  );
  expect([...new Set(loaded)].sort()).toEqual(Object.keys(contracts).sort());
});
