export const PREVIEW_WORDS = 20;

/** The first 20 words, followed by `...` if there are more. */
export function previewWords(description: string): string {
  const words = description.split(/\s+/u).filter(Boolean);
  const preview = words.slice(0, PREVIEW_WORDS).join(' ');
  return words.length > PREVIEW_WORDS ? `${preview}...` : preview;
}
