import { expect, test, vi } from 'vitest';
import { connectedSigner, requestSignature } from './pay.ts';
import { connectWallet, disconnectWallet } from './session.ts';
import { paymentFaults, WalletFault } from './wallet-fault.ts';

test('signing without a wallet throws a WalletFault', () => {
  const refused = () => connectedSigner();
  expect(refused).toThrow(WalletFault);
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
    text: paymentFaults.walletFailed('Missing or invalid parameters.'),
  });
  const switching = () => {
    address = 'second';
    return sign();
  };
  const switched = { text: paymentFaults.accountSwitched };
  await expect(requestSignature(switching, address)).rejects.toMatchObject(switched);
  sign.mockClear();
  await expect(requestSignature(sign, 'first')).rejects.toMatchObject(switched);
  expect(sign).not.toHaveBeenCalled();
  await disconnectWallet();
});

test('a wallet that does not answer is given up when its transaction has expired; a late signature is not sent', async () => {
  vi.useFakeTimers();
  const sign = Promise.withResolvers<string>();
  const signed = requestSignature(() => sign.promise, 'address');
  const fault = expect(signed).rejects.toMatchObject({ text: paymentFaults.noAnswer });
  await vi.advanceTimersByTimeAsync(180_000);
  sign.resolve('late');
  await fault;
  vi.useRealTimers();
});
