import type { PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { IntentState } from './payment-state.tsx';

const shown = (intent: Partial<PaymentIntent>) =>
  renderToStaticMarkup(createElement(IntentState, { intent: intent as PaymentIntent, gone: 'Gone.' }));

it('a part of an expired offer is a credit, also for the same report, which is still there', () => {
  const late = shown({ state: 'late', price: '1000000', received: '0', credited: '400000' });
  expect(late).toContain('This offer has expired.');
  expect(late).toMatch(/400,000 LIST .* sign to use them for a membership or the removal of a report/);
  expect(late).not.toContain('nothing left to pay for');
});

it('what had arrived for a report that another payment removed is said to be a credit at once', () => {
  const gone = shown({ state: 'superseded', price: '1000000', received: '400000', credited: '100000' });
  expect(gone).toMatch(/Gone\..*500,000 LIST .* credit/);
  // One that is held may come back, and what has arrived then counts.
  expect(gone).toContain('They become a credit within 26 hours of when you last opened the payment');
  expect(shown({ state: 'superseded', received: '0', credited: '0' })).not.toContain('credit');
  expect(
    shown({ state: 'partial', price: '1000000', received: '400000', missing: '600000', credited: '0' }),
  ).not.toContain('credit');
});
