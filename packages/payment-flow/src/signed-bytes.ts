const DOMAIN = Buffer.concat([Buffer.of(0xff), Buffer.from('solana offchain')]);
const NO_APPLICATION = Buffer.alloc(32);
const RESTRICTED_ASCII = 0;
const LIMITED_UTF8 = 1;

/**
 * All forms in which wallets sign a text: unchanged, or in an off-chain message envelope, as hardware wallets and
 * `solana sign-offchain-message` use. No envelope parses as a transaction.
 */
export function signedForms(message: string, signer: Uint8Array): Uint8Array[] {
  const text = Buffer.from(message, 'utf8');
  return [text, ...envelopesOfVersion0(message, text, signer), versionOne(text, signer)];
}

/** With application domain and signers as specified, and without both, as older tools write it. */
function envelopesOfVersion0(message: string, text: Buffer, signer: Uint8Array): Buffer[] {
  const format = Buffer.of(/^[\x20-\x7e]*$/.test(message) ? RESTRICTED_ASCII : LIMITED_UTF8);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  const header = Buffer.concat([DOMAIN, Buffer.of(0)]);
  return [
    Buffer.concat([header, NO_APPLICATION, format, Buffer.of(1), signer, length, text]),
    Buffer.concat([header, format, length, text]),
  ];
}

function versionOne(text: Buffer, signer: Uint8Array): Buffer {
  return Buffer.concat([DOMAIN, Buffer.of(1), Buffer.of(1), signer, text]);
}
