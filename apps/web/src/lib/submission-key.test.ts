import { ApiCallError } from '@naughty-list/api-client/client';
import { isIdempotencyKey } from '@naughty-list/contracts/idempotency';
import { expect, it } from 'vitest';
import { createSubmissionKey } from './submission-key.ts';

const keyOf = (headers: Record<string, string>) => headers['idempotency-key'];

it.each([
  ['no response', new ApiCallError('away', { status: 0 }), true],
  ['a 503', new ApiCallError('away', { status: 503 }), true],
  ['a refusal', new ApiCallError('listed', { status: 409 }), false],
  ['success', undefined, false],
])('after %s', (_what, error, isSame) => {
  const submission = createSubmissionKey();
  const first = keyOf(submission.headersFor({ username: 'grinch' }));
  expect(isIdempotencyKey(first)).toBe(true);
  submission.settled(error);
  expect(keyOf(submission.headersFor({ username: 'grinch' })) === first).toBe(isSame);
  expect(keyOf(submission.headersFor({ username: 'krampus' }))).not.toBe(first);
});
