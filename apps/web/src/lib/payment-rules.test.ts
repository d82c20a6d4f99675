import type { Receipt } from '@naughty-list/contracts/receipts';
import { expect, it } from 'vitest';
import { passedRules } from './payment-rules.ts';

const passed = (amount: string, burned = amount) =>
  passedRules({
    purpose: 'removal',
    demand: { minimum: '1000000' },
    verdict: { rules: ['paid', 'amount'], amount, burned, credited: String(Number(amount) - Number(burned)) },
  } as Receipt);

it('only the whole price is sufficient; a part is said to be one', () => {
  expect(passed('1000000')).toEqual(['LIST was burned', 'The amount is sufficient']);
  expect(passed('400000', '0')).toEqual([
    "LIST was sent to the project's wallet",
    'The amount is part of the price',
  ]);
});
