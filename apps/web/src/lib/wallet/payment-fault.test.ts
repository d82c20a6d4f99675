import { expect, test } from 'vitest';
import { connectedSigner } from './pay.ts';
import { PaymentFault } from './payment-fault.ts';

test('signing without a wallet throws a PaymentFault', () => {
  const refused = () => connectedSigner();
  expect(refused).toThrow(PaymentFault);
  expect(refused).toThrow('Wallet not connected');
});
