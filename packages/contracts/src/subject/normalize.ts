import unhomoglyph from 'unhomoglyph';
import { decoded } from './read-x.ts';

/** Zero-width, bidi and variation characters. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const pictures = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{So}\p{Emoji_Modifier}]|\u20e3/gu;

/** A circled or squared letter is a letter; other pictures are not, also not ™, which NFKC spells out. */
const letterIn = (picture: string) => {
  const plain = picture.normalize('NFKC');
  return /^[\p{L}\p{N}]$/u.test(plain) ? plain : ' ';
};

/** `https%3A%2F%2Fx.com`, `%40name`: a whole text that was encoded for an address. */
const encoded = /^\s*(?:https?%3a|%40)\S*\s*$/i;

/**
 * The text as it is read: full-width and ornate letters become plain ones, invisible characters and pictures go, links that were
 * made harmless (`hxxps://x[.]com`), encoded or mistyped (`https//x.com`) become whole.
 */
export const normalizeText = (text: string): string =>
  (encoded.test(text) ? decoded(text) : text)
    .toWellFormed()
    .replace(unseen, '')
    .replace(pictures, letterIn)
    .normalize('NFKC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\bh(?:xx|tt)p(s?)(?:: ?\/\/?|\/\/)(?=[\p{L}\p{N}])/giu, 'http$1://')
    .replace(/ ?(?:\[(?:\.|dot)\]|\((?:\.|dot)\)|\{\.\}) ?/gi, '.')
    .trim();

const around = `\\s"'“”‘'«»‹›„‚「」『』【】《》、。・\`´()[\\]{}<>*~.,;:¡¿…·•|/\\\\–—-`;
const before = new RegExp(`^[${around}]+`, 'u');
const after = new RegExp(`[!?${around}]+$`, 'u');

/** Without quotes, brackets and punctuation around it. */
export const unwrapped = (text: string): string => text.replace(before, '').replace(after, '');

/** What letters of other scripts look like: `рауpal` in Cyrillic is `paypal`. ASCII stays as it is. */
export const plainLetters = (text: string): string =>
  Array.from(text.normalize('NFKD').replace(/\p{M}/gu, ''), (char) =>
    char > '\u007f' ? unhomoglyph(char).normalize('NFKD').replace(/\p{M}/gu, '') : char,
  ).join('');
