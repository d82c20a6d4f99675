import type { PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { IntentState } from './payment-state.tsx';

it('a part of an expired offer is a credit, also for the same report, which is still there', () => {
  const intent = { state: 'late', price: '1000000', received: '0', credited: '400000' } as PaymentIntent;
  const shown = renderToStaticMarkup(createElement(IntentState, { intent, gone: '' }));
  expect(shown).toContain('This offer has expired.');
  expect(shown).toMatch(/400,000 LIST .* sign to use them for a report or a membership/);
  expect(shown).not.toContain('nothing left to pay for');
});
