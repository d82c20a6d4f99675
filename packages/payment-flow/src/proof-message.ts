/** The content of a message to sign. */
export type ProofSubject = {
  /** Where the site is served, such as `https://example.org`: wallets warn when another page asks for this signature. */
  origin: string;
  proofId: string;
  wallet: string;
  /** The transaction's; null when only the wallet is proved. */
  signature: string | null;
  /** Completes "I want this payment to …", or "I want to …". */
  purpose: string;
  issuedAt: Date;
  expiresAt: Date;
};

/**
 * The message that a paying wallet signs, in the form of Sign-In With Solana (github.com/phantom/sign-in-with-solana),
 * which wallets know: they compare its first line with the page that asks. Printable ASCII and line breaks. Throws a
 * RangeError when the purpose contains other characters.
 */
export function proofMessage(subject: ProofSubject): string {
  const { origin, proofId, wallet, signature, purpose, issuedAt, expiresAt } = subject;
  const wish =
    signature === null
      ? `I want to ${purpose}.`
      : `I paid with this wallet in the transaction ${signature}, and I want this payment to ${purpose}.`;
  const statement = `${wish} Signing costs nothing and moves no tokens.`;
  // Quotes and dollar signs are special in shells.
  if (!/^[\w .,:@#()+-]+$/.test(statement))
    throw new RangeError('the purpose has characters that cannot be signed');
  return [
    `${new URL(origin).host} wants you to sign in with your Solana account:`,
    wallet,
    '',
    statement,
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Nonce: ${proofId.replaceAll('-', '')}`,
    `Issued At: ${timeOf(issuedAt)}`,
    `Expiration Time: ${timeOf(expiresAt)}`,
  ].join('\n');
}

function timeOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
