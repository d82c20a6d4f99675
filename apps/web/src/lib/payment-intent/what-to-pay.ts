import type { PaymentIntent } from '@naughty-list/contracts/payment-intents';

/** What is missing, in whole tokens for a wallet: a fraction is rounded up, since less would not count. */
export function missingTokens({ missing }: Pick<PaymentIntent, 'missing'>): string {
  const [whole = '0', fraction] = missing.split('.');
  return fraction === undefined ? whole : String(BigInt(whole) + 1n);
}

/** A Solana Pay transfer request (specification 1.0) for what is missing, which any wallet on a phone understands. */
export function transferRequest(intent: PaymentIntent, shown: { label: string; message: string }): string {
  const query = Object.entries({
    amount: intent.missing,
    'spl-token': intent.mint,
    reference: intent.referenceKey,
    memo: intent.reference,
    ...shown,
  }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `solana:${intent.burnWallet}?${query.join('&')}`;
}

/** A Solana Pay transaction request: the wallet fetches the transaction from there, over https only. */
export const transactionRequest = (link: string) => `solana:${encodeURIComponent(link)}`;

/** The payment that completed the price, or any that was accepted. */
export function paidBy({
  payments,
}: Pick<PaymentIntent, 'payments'>): PaymentIntent['payments'][number] | undefined {
  return payments.findLast(({ status }) => status === 'paid');
}
