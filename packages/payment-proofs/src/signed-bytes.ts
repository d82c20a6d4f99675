const DOMAIN = Buffer.concat([Buffer.of(0xff), Buffer.from('solana offchain')]);
const NO_APPLICATION = Buffer.alloc(32);
const RESTRICTED_ASCII = 0;
const LIMITED_UTF8 = 1;

/**
 * Every form in which a wallet signs a text: as it stands, or in an envelope for off-chain messages, which hardware wallets and
 * `solana sign-offchain-message` put around it. No envelope can be read as a transaction.
 */
export function signedForms(message: string, signer: Uint8Array): Uint8Array[] {
  const text = Buffer.from(message, 'utf8');
  return [text, ...envelopesOfVersion0(message, text, signer), versionOne(text, signer)];
}

/** With the application and the signers, as the specification has it, and without both, as older tools write it. */
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
