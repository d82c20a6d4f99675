import { ApiCallError } from '@naughty-list/api-client/client';
import { isIdempotencyKey } from '@naughty-list/contracts/idempotency';
import { expect, it, test } from 'vitest';
import { type Captcha, captchaAnswer, createSubmissionKey, isCorrect, makeCaptcha } from './use-post-form.ts';

const ranges = {
  '+': { left: [1, 20], right: [1, 20] },
  '-': { left: [10, 29], right: [1, 10] },
  '*': { left: [1, 10], right: [1, 10] },
} as const;

test('uses all three operators, and exactly the ranges of the operands', () => {
  const made = Array.from({ length: 20_000 }, () => makeCaptcha());
  for (const operator of ['+', '-', '*'] as const) {
    const some = made.filter((captcha) => captcha.operator === operator);
    for (const side of ['left', 'right'] as const) {
      const values = some.map((captcha) => captcha[side]);
      expect([Math.min(...values), Math.max(...values)]).toEqual([...ranges[operator][side]]);
    }
  }
});

test.each<[Captcha, number]>([
  [{ left: 20, operator: '+', right: 3 }, 23],
  [{ left: 10, operator: '-', right: 10 }, 0],
  [{ left: 7, operator: '*', right: 8 }, 56],
])('%j is %i', (captcha, answer) => {
  expect(captchaAnswer(captcha)).toBe(answer);
  expect(isCorrect(captcha, ` ${answer} `)).toBe(true);
});

test.each(['', ' ', 'four', '4x', '4.0', '5', '0x4', '4e0'])('%j is not the answer to 2 + 2', (typed) => {
  expect(isCorrect({ left: 2, operator: '+', right: 2 }, typed)).toBe(false);
});

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
