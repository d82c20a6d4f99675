import { expect, it } from 'vitest';
import { stateOf } from './own-report-page.tsx';

it('does not call what was sent public once its case is cleared: its page is gone after a while', () => {
  expect(stateOf({ state: 'public', status: 'corroborated' }).title).toBe('Public');
  expect(stateOf({ state: 'public', status: 'cleared' })).toEqual({
    title: 'Case cleared',
    text: 'A moderator cleared the account. The case page is shown for 30 days after the decision.',
  });
});
