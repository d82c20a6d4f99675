/** What a message to sign speaks of; `purpose` completes "I want this payment to …", or "I want to …". */
export type ProofSubject = {
  proofId: string;
  wallet: string;
  /** Of the transaction; null where the wallet alone is proved. */
  signature: string | null;
  purpose: string;
  issuedAt: Date;
  expiresAt: Date;
};

/**
 * The message that a paying wallet signs. One line of printable ASCII: hardware wallets show it in full, and it can be pasted
 * into a shell between quotes. Throws a RangeError where the purpose is not.
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
  // A quote or a dollar sign would mean something to a shell.
  if (!/^[\w .,:@#()+-]+$/.test(message))
    throw new RangeError('the purpose has characters that cannot be signed');
  return message;
}

function timeOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
