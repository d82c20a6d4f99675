import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { expect, test } from 'vitest';
import { errorText } from './error-text.ts';

test('shows the message of the server, or else the fallback', () => {
  const fallbacks = [
    'Failed to submit report. Please try again.',
    'Failed to submit nice report',
    'An error occurred during verification.',
  ];
  for (const fallback of fallbacks) {
    expect(errorText(new ApiCallError('The elves are on strike.', { status: 503 }), fallback)).toBe(
      'The elves are on strike.',
    );
    for (const wordless of [new Error(''), undefined, null, 'text', 404]) {
      expect(errorText(wordless, fallback)).toBe(fallback);
    }
  }
});
