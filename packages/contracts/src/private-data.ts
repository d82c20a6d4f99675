/** Kinds of private data that a public text must not contain, with their names for people. */
export const privateDataNames = {
  'seed-phrase': 'seed phrase',
  'private-key': 'private key',
  'bank-number': 'bank or card number',
  'document-number': 'document number',
  'email-address': 'email address',
  'phone-number': 'phone number',
  'street-address': 'street address',
} as const;
export type PrivateDataKind = keyof typeof privateDataNames;

/** Lists the kinds: `the phone number and the email address`. */
function named(kinds: readonly PrivateDataKind[], article: 'a' | 'the'): string {
  const names = kinds.map((kind) => {
    const name = privateDataNames[kind];
    return `${article === 'a' && name.startsWith('e') ? 'an' : article} ${name}`;
  });
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ');
}

export const privateDataTexts = {
  /** Hint at the field of a report. */
  hint: (kinds: readonly PrivateDataKind[]) =>
    `Please remove ${named(kinds, 'the')}: reports are public. If you leave ${kinds.length > 1 ? 'them' : 'it'} in, a moderator reads the report before it goes up.`,
  /** Hint at the field of any other text that becomes public. */
  textHint: (kinds: readonly PrivateDataKind[]) =>
    `Please remove ${named(kinds, 'the')}: this text becomes public. If you leave ${kinds.length > 1 ? 'them' : 'it'} in, a moderator reads the text before it goes up.`,
  /** Response to a nice report, and hint at its field. */
  refused: (kinds: readonly PrivateDataKind[]) =>
    `Please remove ${named(kinds, 'the')}: nice reports are public.`,
  /** Response to a report or statement that is held. */
  held: (kinds: readonly PrivateDataKind[]) =>
    `Thank you. Your text contains ${named(kinds, 'a')}, so a moderator will read it before it goes up.`,
} as const;
