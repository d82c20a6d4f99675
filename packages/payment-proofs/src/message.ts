/** The content of a message to sign; `purpose` completes "I want this payment to …", or "I want to …". */
export type ProofSubject = {
  proofId: string;
  wallet: string;
  /** The transaction's; null when only the wallet is proved. */
  signature: string | null;
  purpose: string;
  issuedAt: Date;
  expiresAt: Date;
};

/**
 * The message that a paying wallet signs. One line of printable ASCII: hardware wallets show it in full, and it can
 * be quoted in a shell. Throws a RangeError when the purpose contains other characters.
 */
export function proofMessage({
  proofId,
  wallet,
  signature,
  purpose,
  issuedAt,
  expiresAt,
}: ProofSubject): string {
  const message = [
    ...(signature === null
      ? ['The Naughty List asks whose wallet this is.', `My wallet is ${wallet}, and I want to ${purpose}.`]
      : [
          'The Naughty List asks for proof of payment.',
          `I paid with the wallet ${wallet} in the transaction ${signature}, and I want this payment to ${purpose}.`,
        ]),
    `Signing costs nothing and moves no tokens.`,
    `Proof ${proofId}, issued ${timeOf(issuedAt)}, valid until ${timeOf(expiresAt)}.`,
  ].join(' ');
  // Quotes and dollar signs are special in shells.
  if (!/^[\w .,:@#()+-]+$/.test(message))
    throw new RangeError('the purpose has characters that cannot be signed');
  return message;
}

function timeOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
