import { expect, it } from 'vitest';
import { replyState } from './appeal-view.tsx';

it('does not say that a published reply is shown while its entry is not, by a burn or otherwise', () => {
  const reply = { body: 'It was not us.', published: true };
  expect(replyState(reply, 'disputed')).toBe('Shown on the case page');
  expect(replyState(reply, null)).toBe('Not shown, like the entry');
  expect(replyState({ ...reply, published: false }, null)).toBe('Not shown, like the entry');
});
