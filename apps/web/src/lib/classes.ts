/** Attributes of a text that a person wrote: its own direction and line breaks. */
export const written = { dir: 'auto', className: 'whitespace-pre-line' } as const;
export const writtenLarge = { dir: 'auto', className: 'text-lg whitespace-pre-line' } as const;

/** Joins class names; skips false and undefined. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
