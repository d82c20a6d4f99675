import { plainLetters } from './normalize.ts';
import { handlePattern } from './read-x.ts';
import type { Subject } from './subject.ts';

export const isHandle = (text: string): boolean => handlePattern.test(text);

/** An account, or why this text is none. */
export function readHandle(name: string, post?: string): Subject {
  if (isHandle(name)) return { kind: 'account', username: name, ...(post ? { post } : {}) };
  if (/[^\p{ASCII}]/u.test(name)) {
    const plain = plainLetters(name);
    return { kind: 'unknown', why: 'foreign_letters', text: name, names: isHandle(plain) ? [plain] : [] };
  }
  // `@Name.is he` lacks a space; `@bad-guy` may be meant for `@bad_guy`.
  const parts = [name.replace(/[-.]+/g, '_'), name.replace(/[-.]+/g, ''), ...name.split(/[^A-Za-z0-9_]+/)];
  const names = [...new Set(parts.filter(isHandle))].slice(0, 3);
  return { kind: 'unknown', why: 'not_a_handle', text: name, names };
}
