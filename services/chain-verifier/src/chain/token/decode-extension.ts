import { type ByteReader, movement, type TokenInstruction, undecodable } from './instruction.ts';

/**
 * Token-2022 extensions that move amounts (interface/src/extension/<name>/instruction.rs); the second byte selects the
 * instruction.
 */
export function decodeExtension(tag: number, reader: ByteReader): TokenInstruction {
  switch (tag) {
    case 26:
      return decodeTransferFee(reader);
    case 27:
      return decodeConfidentialTransfer(reader);
    case 42:
      return decodeConfidentialMintBurn(reader);
    case 46:
      return decodePermissionedBurn(reader);
    default:
      return undecodable(`unknown instruction ${tag}`);
  }
}

function decodeTransferFee(reader: ByteReader): TokenInstruction {
  const sub = reader.u8();
  switch (sub) {
    case 1: {
      const amount = reader.u64();
      const decimals = reader.u8();
      const fee = reader.u64();
      if (fee > amount) return undecodable('the transfer fee is above the amount');
      return {
        kind: 'transfer',
        type: 'transferCheckedWithFee',
        source: reader.account(0),
        mint: reader.account(1),
        destination: reader.account(2),
        ...reader.authority(3),
        amount,
        fee,
        decimals,
      };
    }
    case 2:
    case 3: {
      const type = sub === 2 ? 'withdrawWithheldTokensFromMint' : 'withdrawWithheldTokensFromAccounts';
      return movement('harvest', type, reader.account(1), { mint: reader.account(0) });
    }
    // Set-up, and moving withheld fees from accounts to the mint: account balances do not change.
    case 0:
    case 4:
    case 5:
      return { kind: 'neutral', type: `transferFee${sub}` };
    default:
      return undecodable(`unknown transfer fee instruction ${sub}`);
  }
}

function decodeConfidentialTransfer(reader: ByteReader): TokenInstruction {
  const sub = reader.u8();
  if (sub === 5 || sub === 6) {
    const type = sub === 5 ? 'depositConfidentialTransfer' : 'withdrawConfidentialTransfer';
    const fields = { mint: reader.account(1), amount: reader.u64() };
    return movement(sub === 5 ? 'deposit' : 'withdraw', type, reader.account(0), fields);
  }
  if (sub === 7) return confidential('transfer', 'confidentialTransfer', reader);
  if (sub === 13) return confidential('transfer', 'confidentialTransferWithFee', reader);
  return sub <= 14
    ? { kind: 'neutral', type: `confidentialTransfer${sub}` }
    : undecodable(`unknown confidential transfer instruction ${sub}`);
}

function decodeConfidentialMintBurn(reader: ByteReader): TokenInstruction {
  const sub = reader.u8();
  if (sub === 3) return confidential('mint', 'confidentialMint', reader);
  if (sub === 4) return confidential('burn', 'confidentialBurn', reader);
  return sub <= 5
    ? { kind: 'neutral', type: `confidentialMintBurn${sub}` }
    : undecodable(`unknown confidential mint or burn instruction ${sub}`);
}

function decodePermissionedBurn(reader: ByteReader): TokenInstruction {
  const sub = reader.u8();
  if (sub === 0) return { kind: 'neutral', type: 'initializePermissionedBurnConfig' };
  if (sub === 3) return confidential('burn', 'permissionedConfidentialBurn', reader);
  if (sub > 3) return undecodable(`unknown permissioned burn instruction ${sub}`);
  return {
    kind: 'burn',
    type: sub === 2 ? 'permissionedBurnChecked' : 'permissionedBurn',
    account: reader.account(0),
    mint: reader.account(1),
    ...reader.authority(3),
    amount: reader.u64(),
    decimals: sub === 2 ? reader.u8() : null,
  };
}

function confidential(
  kind: 'burn' | 'mint' | 'transfer',
  type: string,
  reader: ByteReader,
): TokenInstruction {
  return { kind: 'confidential', type, confidential: kind, accounts: [...reader.accounts] };
}
