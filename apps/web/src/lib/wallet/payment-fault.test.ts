import { expect, test } from 'vitest';
import { connectedSigner } from './pay.ts';
import { PaymentFault } from './payment-fault.ts';

test('signing without a wallet is refused, in the words of the catalogue', () => {
  const refused = () => connectedSigner();
  expect(refused).toThrow(PaymentFault);
  expect(refused).toThrow('Wallet not connected');
});
