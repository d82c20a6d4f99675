import { normalizeText, plainLetters } from './normalize.ts';
import { handlePattern } from './read-x.ts';
import type { Subject } from './subject.ts';

export const isHandle = (text: string): boolean => handlePattern.test(text);

/** An account, or why this text is none. */
export function readHandle(text: string, post?: string): Subject {
  const name = normalizeText(text);
  if (isHandle(name)) return { kind: 'account', username: name, ...(post ? { post } : {}) };
  if (/[^\p{ASCII}]/u.test(name)) {
    // The letters may stand for others (`рауpal`), or follow a name without a space (`@Name님`).
    const names = [plainLetters(name), /^\w+(?=\p{Lo})/u.exec(name)?.[0] ?? ''].filter(isHandle);
    return { kind: 'unknown', why: 'foreign_letters', text: name, names: [...new Set(names)] };
  }
  // `@Name.is he` lacks a space; `@bad-guy` may be meant for `@bad_guy`.
  const parts = [name.replace(/[-.]+/g, '_'), name.replace(/[-.]+/g, ''), ...name.split(/[^A-Za-z0-9_]+/)];
  const names = [...new Set(parts.filter(isHandle))].slice(0, 3);
  return { kind: 'unknown', why: 'not_a_handle', text: name, names };
}
