import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import {
  address,
  compileOffchainMessageEnvelope,
  OffchainMessageContentFormat,
  offchainMessageApplicationDomain,
} from '@solana/kit';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { isSignedBy, proofMessage } from './proofs.ts';

// "Off-chain message signing", docs.anza.xyz/proposals/off-chain-message-signing: what `solana sign-offchain-message`
// signs. The command itself was not run. Version 1 is sRFC 3.

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const seed = Buffer.alloc(32, 21);
const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
const wallet = bs58.encode(publicKey);
const other = Buffer.alloc(32, 3);

const text = proofMessage({
  origin: 'https://list.example',
  proofId: 'f9c1b2d8-3e47-4a61-9d0f-6b5a4c3d2e1f',
  wallet,
  signature: bs58.encode(Buffer.alloc(64, 9)),
  purpose: 'remove report 7 about @Rug (LISTBURN007) from the Naughty List',
  issuedAt: new Date('2026-11-22T12:00:00Z'),
  expiresAt: new Date('2026-11-22T12:30:00Z'),
});
const body = Buffer.from(text, 'ascii');
const domain = Buffer.from('\xffsolana offchain', 'latin1');
const length = Buffer.of(body.length & 0xff, body.length >> 8);

const isAccepted = (bytes: Uint8Array) => isSignedBy(wallet, text, bs58.encode(sign(null, bytes, key)));

/** The preamble as in the specification's table, with optional replacements for its fields. */
function preamble(other: Partial<Record<keyof typeof fields, Uint8Array>> = {}): Buffer {
  return Buffer.concat([...Object.values({ ...fields, ...other }), body]);
}
const fields = {
  signingDomain: domain,
  headerVersion: Buffer.of(0),
  applicationDomain: Buffer.alloc(32),
  messageFormat: Buffer.of(1),
  signerCount: Buffer.of(1),
  signers: publicKey as Uint8Array,
  messageLength: length,
};

describe('version 0 of an off-chain message', () => {
  it('has its fields at the offsets of the specification, and is accepted', () => {
    const bytes = preamble();
    expect(bytes.indexOf(domain)).toBe(0x00);
    expect(bytes[0x10]).toBe(0);
    expect(bytes.subarray(0x11, 0x31)).toEqual(Buffer.alloc(32));
    expect([bytes[0x31], bytes[0x32]]).toEqual([1, 1]);
    expect(bytes.subarray(0x33, 0x53)).toEqual(Buffer.from(publicKey));
    expect(bytes.readUInt16LE(0x53)).toBe(body.length);
    expect(bytes.subarray(0x55).toString()).toBe(text);
    expect(isAccepted(bytes)).toBe(true);
  });

  it('is short enough for format 1, the one with line breaks that hardware wallets sign', () => {
    expect(text).toMatch(/^[\x20-\x7e\n]+$/);
    expect(preamble().length).toBeLessThanOrEqual(1_232);
  });

  it('is what another implementation makes of it', () => {
    const { content } = compileOffchainMessageEnvelope({
      version: 0,
      applicationDomain: offchainMessageApplicationDomain(bs58.encode(fields.applicationDomain)),
      content: { format: OffchainMessageContentFormat.UTF8_1232_BYTES_MAX, text } as never,
      requiredSignatories: [{ address: address(wallet) }],
    });
    expect(Buffer.from(content)).toEqual(preamble());
  });

  // Before the specification had application domain and signers: docs.anza.xyz/cli/examples/sign-offchain-message.
  it('is accepted in its first form, of domain, version, format and length', () => {
    expect(isAccepted(Buffer.concat([domain, Buffer.of(0, 1), length, body]))).toBe(true);
    for (const format of [0, 2, 3])
      expect(isAccepted(Buffer.concat([domain, Buffer.of(0, format), length, body]))).toBe(false);
  });

  it.each<[string, Partial<typeof fields>]>([
    ['a signing domain without its first byte', { signingDomain: domain.subarray(1) }],
    ['another signing domain', { signingDomain: Buffer.from('\xfesolana offchain', 'latin1') }],
    ['version 1', { headerVersion: Buffer.of(1) }],
    ['version 2', { headerVersion: Buffer.of(2) }],
    ['the domain of an application', { applicationDomain: Buffer.alloc(32, 1) }],
    ['no application domain', { applicationDomain: Buffer.alloc(0) }],
    ['the format of one line', { messageFormat: Buffer.of(0) }],
    ['the format of long UTF-8', { messageFormat: Buffer.of(2) }],
    ['no signers', { signerCount: Buffer.of(0), signers: Buffer.alloc(0) }],
    ['two signers', { signerCount: Buffer.of(2), signers: Buffer.concat([publicKey, other]) }],
    ['another signer', { signers: other }],
    ['the signer that the command puts in before it signs', { signers: Buffer.alloc(32) }],
    ['a length of one less', { messageLength: Buffer.of((length[0] as number) - 1, length[1] as number) }],
    ['a big-endian length', { messageLength: Buffer.from(length).reverse() }],
    ['no length', { messageLength: Buffer.alloc(0) }],
  ])('with %s is refused', (_what, changed) => {
    expect(isAccepted(preamble(changed))).toBe(false);
  });

  it('with longer or shorter text is refused', () => {
    expect(isAccepted(Buffer.concat([preamble(), Buffer.of(0x0a)]))).toBe(false);
    expect(isAccepted(preamble().subarray(0, -1))).toBe(false);
  });
});

it('version 1 of an off-chain message, which has neither domain, format nor length, is accepted', () => {
  const bytes = Buffer.concat([domain, Buffer.of(1, 1), publicKey, body]);
  const { content } = compileOffchainMessageEnvelope({
    version: 1,
    content: text,
    requiredSignatories: [{ address: address(wallet) }],
  });
  expect(Buffer.from(content)).toEqual(bytes);
  expect(isAccepted(bytes)).toBe(true);
  expect(isAccepted(Buffer.concat([domain, Buffer.of(1, 2), publicKey, other, body]))).toBe(false);
});
