import type { OwnPayment } from '@naughty-list/contracts/own-payments';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PaymentEntry } from './payment-entry.tsx';

const shownOf = (changes: Partial<OwnPayment> = {}) => {
  const payment = {
    signature: '5'.repeat(87),
    purpose: 'removal',
    report: 7,
    username: null,
    state: 'part',
    amount: '600000',
    missing: '400000',
    at: '2026-12-01T12:00:00Z',
    message: null,
    creditUntil: null,
    receipt: null,
    ...changes,
  } as OwnPayment;
  const entry = createElement(PaymentEntry, { payment });
  const client = new QueryClient();
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, entry));
};

it('of a report that is no longer shown, no one is asked to pay the rest', () => {
  const shown = shownOf();
  expect(shown).toContain('Don&#x27;t pay the rest');
  expect(shown).toContain(
    'what has arrived becomes a credit within 26 hours of when you last opened the payment',
  );
  expect(shown).not.toContain('LIST are missing');
});

it('a payment whose settlement was interrupted leads to those who can repeat it', () => {
  expect(shownOf({ state: 'settled' })).toContain('If it has had no effect, please contact us.');
});

it('what limits a credit stands in place of what credits can be used for', () => {
  const usual = 'for a membership or the removal of a report';
  expect(shownOf({ state: 'credit' })).toContain(usual);
  const limited = shownOf({ state: 'credit', message: 'Nothing can be added to it.' });
  expect(limited).toContain('Nothing can be added to it. Open the report');
  expect(limited).not.toContain(usual);
});
