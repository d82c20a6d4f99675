import type { Appeal } from '@naughty-list/contracts/appeals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Proof, replyState } from './appeal-view.tsx';

it('does not say that a published reply is shown while its entry is not, by a burn or otherwise', () => {
  const reply = { body: 'It was not us.', published: true };
  expect(replyState(reply, 'disputed')).toBe('Shown on the case page');
  expect(replyState(reply, null)).toBe('Not shown, like the entry');
  expect(replyState({ ...reply, published: false }, null)).toBe('Not shown, like the entry');
});

it.each([
  ['of today', 'KRNPH4TXBQW2MVZC'],
  ['whose code has expired', null],
])('a post %s waits for the moderators in sight, and no other code takes it from them', (_, code) => {
  const postUrl = 'https://x.com/grinch/status/20';
  const shownOf = (proof: Partial<Appeal['proof']>) => {
    const whole = { provenAt: null, account: 'grinch', code, expiresAt: null, automatic: true, ...proof };
    const appeal = { username: 'grinch', proof: whole } as Appeal;
    const view = createElement(Proof, { appeal, headers: {}, onChanged: () => {} });
    return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, view));
  };
  const waiting = shownOf({ postUrl });
  expect(waiting).toContain(`Sent to the moderators: ${postUrl}`);
  expect(waiting).not.toMatch(/Get a(nother)? code/);
  expect(shownOf({ postUrl: null })).toMatch(/Get a(nother)? code/);
});
