import unhomoglyph from 'unhomoglyph';

/** Zero-width, bidi and variation characters. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const pictures = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{So}\p{Emoji_Modifier}]|\u20e3/gu;

/** A circled or squared letter is a letter; other pictures are not, also not ™, which NFKC spells out. */
const letterIn = (picture: string) => {
  const plain = picture.normalize('NFKC');
  return /^[\p{L}\p{N}]$/u.test(plain) ? plain : ' ';
};

/**
 * The text as it is read: full-width and ornate letters become plain ones, invisible characters and pictures go, links that were
 * made harmless (`hxxps://x[.]com`) become whole.
 */
export const normalizeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(unseen, '')
    .replace(pictures, letterIn)
    .normalize('NFKC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\bhxxp(?=s?:)/gi, 'http')
    .replace(/ ?(?:\[(?:\.|dot)\]|\((?:\.|dot)\)|\{\.\}) ?/gi, '.')
    .trim();

const before = /^[\s"'“”‘’«»‹›„‚`´()[\]{}<>*~.,;:¡¿…·•|/\\-]+/u;
const after = /[\s"'“”‘’«»‹›„‚`´()[\]{}<>*~.,;:!?¡¿…·•|/\\-]+$/u;

/** Without quotes, brackets and punctuation around it. */
export const unwrapped = (text: string): string => text.replace(before, '').replace(after, '');

/** What letters of other scripts look like: `рауpal` in Cyrillic is `paypal`. ASCII stays as it is. */
export const plainLetters = (text: string): string =>
  Array.from(text.normalize('NFKD').replace(/\p{M}/gu, ''), (char) =>
    char > '\u007f' ? unhomoglyph(char).normalize('NFKD').replace(/\p{M}/gu, '') : char,
  ).join('');
