import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DecisionDue } from './removal-panel.tsx';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-12-10T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

it.each([
  ['2026-12-12T09:00:00Z', "You'll have a free decision by December 12, 2026."],
  ['2026-12-08T09:00:00Z', 'A free decision has been due since December 8, 2026.'],
])('promises no decision by a day that is over: %s', (at, text) => {
  const shown = renderToStaticMarkup(createElement(DecisionDue, { at }));
  expect(shown.replaceAll(/<[^>]*>/g, '').replaceAll('&#x27;', "'")).toBe(text);
});
