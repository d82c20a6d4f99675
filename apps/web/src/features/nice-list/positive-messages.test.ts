import { expect, test } from 'vitest';
import { pickMessage, positiveBadge, positiveMessage, positiveMessages } from './positive-messages.ts';

test('has five different messages, each with the name and the link, short enough for a post', () => {
  const texts = positiveMessages.map((_, index) =>
    positiveMessage(index, 'https://naughty.example', 'sixteen_letter_'),
  );
  expect(new Set(texts).size).toBe(5);
  for (const text of texts) {
    expect(text).toContain('@sixteen_letter_');
    expect(text).toContain('https://naughty.example/nice-list?search=sixteen_letter_');
    expect(text.length).toBeLessThanOrEqual(280);
  }
});

test('shows every message, and none twice in a row', () => {
  const seen = new Set<number>();
  let before: number | undefined;
  for (let time = 0; time < 500; time += 1) {
    const next = pickMessage(before);
    expect(next).not.toBe(before);
    seen.add(next);
    before = next;
  }
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4]);
  expect(pickMessage(undefined, () => 0.999999)).toBe(4);
});

test.each([
  ['An HONEST man, and generous too.', 'HONEST'],
  ['Gave, gave and gave: what a legend!', 'LEGEND'],
  ['trustworthy.', 'TRUSTWORTHY'],
  ['He is kinda unhelpful, a disloyal impolite greatcoat', 'NICE'],
  ['Shipped on time, every time', 'NICE'],
  ['Помог всем', 'NICE'],
  ['constructor toString __proto__', 'NICE'],
  ['', 'NICE'],
])('%j is stamped %s', (description, badge) => {
  expect(positiveBadge(description)).toBe(badge);
});
