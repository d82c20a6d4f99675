import { expect, test, vi } from 'vitest';
import { connectedSigner, requestSignature } from './pay.ts';
import { PaymentFault } from './payment-fault.ts';
import { connectWallet, disconnectWallet } from './session.ts';

test('signing without a wallet throws a PaymentFault', () => {
  const refused = () => connectedSigner();
  expect(refused).toThrow(PaymentFault);
  expect(refused).toThrow('Wallet not connected');
});

test('a wallet that switched to another account is not blamed for being locked', async () => {
  let address = 'first';
  const sign = vi.fn(async () => {
    throw new Error('Missing or invalid parameters.');
  });
  await connectWallet({
    id: 'test',
    name: 'Test',
    currentAddress: () => address,
    connect: async () => address,
    disconnect: async () => {},
    onChange: () => () => {},
    signing: { version: 0, sign },
  });
  await expect(requestSignature(sign, address)).rejects.toMatchObject({
    facts: { code: 'wallet-failed' },
  });
  const switching = () => {
    address = 'second';
    return sign();
  };
  const switched = { facts: { code: 'account-switched' } };
  await expect(requestSignature(switching, address)).rejects.toMatchObject(switched);
  sign.mockClear();
  await expect(requestSignature(sign, 'first')).rejects.toMatchObject(switched);
  expect(sign).not.toHaveBeenCalled();
  await disconnectWallet();
});
