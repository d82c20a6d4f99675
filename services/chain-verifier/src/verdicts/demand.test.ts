import { expect, it } from 'vitest';
import { buildDemand, type Demand, readDemand, writeDemand } from './demand.ts';

const sound: Demand = {
  ruleSet: 2,
  mint: 'mint',
  tokenProgram: 'program',
  decimals: 6,
  minimum: 1n,
  prices: [{ since: 0, minimum: 1n }],
  burnWallet: null,
  reference: 'LISTBURN007',
  referencePrefixes: ['LISTBURN', 'PAID-', '_x9'],
  unbound: 'prove',
  notBefore: 0,
};

it.each<[string, Partial<Demand>]>([
  ['as it is', {}],
  ['without decimals', { decimals: 0 }],
  ['with the most decimals', { decimals: 255 }],
  ['without prices', { prices: [] }],
  ['that ends where it begins', { notBefore: 5, notAfter: 5 }],
])('a demand %s is used', (_how, changes) => {
  expect(buildDemand({ ...sound, ...changes })).toEqual({ ...sound, ...changes });
});

it.each<[string, Partial<Demand>[]]>([
  ['ruleSet', [{ ruleSet: 3 as never }, { ruleSet: 0 as never }]],
  ['mint', [{ mint: '' }]],
  ['tokenProgram', [{ tokenProgram: '' }]],
  ['decimals', [{ decimals: -1 }, { decimals: 256 }, { decimals: 1.5 }]],
  ['minimum', [{ minimum: 0n }, { minimum: -1n }]],
  ['prices', [{ prices: [...(sound.prices ?? []), { since: 1, minimum: 0n }] }]],
  ['reference', [{ reference: '' }]],
  [
    'referencePrefixes',
    ['', 'LIST BURN', ' LIST', 'LIST '].map((one) => ({ referencePrefixes: ['A', one] })),
  ],
  ['notBefore', [{ notBefore: -1 }, { notBefore: 1.5 }, { notBefore: Number.NaN }]],
  ['notAfter', [{ notBefore: 5, notAfter: 4 }]],
])('a demand of an unusable %s is refused by its name', (field, wrong) => {
  for (const changes of wrong)
    expect(() => buildDemand({ ...sound, ...changes })).toThrow(
      new RangeError(`demand.${field} is not usable`),
    );
});

it('a demand is read as it was written, with amounts of any size, and only if it is usable', () => {
  const minimum = 2n ** 64n - 1n;
  const demand: Demand = { ...sound, minimum, prices: [{ since: 7, minimum }], burner: 'minimum', now: 9 };
  const json = writeDemand(demand);
  expect(JSON.parse(json)).toMatchObject({ minimum: '18446744073709551615', decimals: 6, now: 9 });
  expect(readDemand(json)).toEqual(demand);
  const { ruleSet: _, ...early } = JSON.parse(json);
  expect(readDemand(JSON.stringify(early))).toEqual({ ...demand, ruleSet: 1 });
  expect(buildDemand({ ...early, minimum, prices: [] }).ruleSet).toBe(2);
  expect(() => readDemand(writeDemand({ ...demand, minimum: 0n }))).toThrow('demand.minimum is not usable');
});
