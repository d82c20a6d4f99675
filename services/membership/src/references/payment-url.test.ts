import { expect, it } from 'vitest';
import { paymentUrl } from './payment-url.ts';
import type { Reference } from './repository.ts';

it('says the fee, where to send it, and whose it is', () => {
  const reference = {
    burnAddress: 'Wallet',
    feeTokens: '750000',
    mint: 'Mint',
    key: 'Key',
    reference: 'LISTCLUB-abc123',
  } as Reference;
  expect(paymentUrl(reference)).toMatch(
    /^solana:Wallet\?amount=750000&spl-token=Mint&reference=Key&memo=LISTCLUB-abc123&label=[^&]+&message=[^&]+$/,
  );
});
