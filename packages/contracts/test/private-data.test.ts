import { expect, it } from 'vitest';
import { privateDataTexts } from '../src/private-data.ts';

it('speaks of one kind as it, of several as them', () => {
  expect(privateDataTexts.hint(['phone-number'])).toContain('If you leave it in,');
  expect(privateDataTexts.hint(['phone-number', 'email-address'])).toContain('If you leave them in,');
  expect(privateDataTexts.textHint(['phone-number', 'email-address'])).toBe(
    'Please remove the phone number and the email address: this text becomes public. If you leave them in, a moderator reads the text before it goes up.',
  );
});
