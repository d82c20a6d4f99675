import { expect, it } from 'vitest';
import { compare, inTurn } from './rounds.ts';

it('measures both sides in every round, each first in turn, and throws the first round away', async () => {
  const order: string[] = [];
  const side = (name: string) => async () => order.push(name);
  const rounds = await inTurn(3, { reference: side('r'), product: side('p') });
  expect(order.join('')).toBe('rpprrppr');
  expect(rounds).toEqual([
    { reference: 4, product: 3 },
    { reference: 5, product: 6 },
    { reference: 8, product: 7 },
  ]);
});

it('compares within rounds, never across them', () => {
  const { ratio, middle } = compare(
    [
      { reference: 100, product: 50 },
      { reference: 10, product: 9 },
      { reference: 1_000, product: 700 },
    ],
    (figure) => figure,
  );
  expect(ratio).toEqual({ lowest: 0.5, median: 0.7, highest: 0.9 });
  expect(middle.product).toBe(700);
});
