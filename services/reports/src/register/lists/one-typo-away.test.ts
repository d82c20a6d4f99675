import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isOneTypoAway } from './find-near.ts';

const letters = fc.constantFrom(...'abclmo28');
const forms = fc.array(letters, { minLength: 5, maxLength: 15 }).map((each) => each.join(''));

const typos = {
  missing: (form: string, at: number) => form.slice(0, at) + form.slice(at + 1),
  added: (form: string, at: number, letter: string) => form.slice(0, at) + letter + form.slice(at),
  changed: (form: string, at: number, letter: string) => form.slice(0, at) + letter + form.slice(at + 1),
  swapped: (form: string, at: number) =>
    form.slice(0, at) +
    form
      .slice(at, at + 2)
      .split('')
      .reverse()
      .join('') +
    form.slice(at + 2),
};

it.each(Object.entries(typos))('knows a form with a letter %s', (_, typo) => {
  fc.assert(
    fc.property(forms, fc.nat(14), letters, (form, at, letter) => {
      const other = typo(form, at % form.length, letter);
      expect(isOneTypoAway(form, other)).toBe(true);
    }),
  );
});

it.each([
  ['paypal', 'paypa1x'],
  ['abcde', 'cdeab'],
  ['abcdef', 'bcdefg'],
  ['bobb', 'bob'],
])('does not take %s for %s', (form, other) => {
  expect(isOneTypoAway(form, other)).toBe(false);
});
