import { decodeBase58, isAddress, readAddress } from '../base58.ts';
import { malformed } from '../fault.ts';
import {
  isObject,
  type Json,
  readAmount,
  readArray,
  readInteger,
  readObject,
  readText,
} from '../read-json.ts';
import { decodeBytes } from './decode-bytes.ts';
import {
  movement,
  type Nested,
  type TokenInstruction,
  UndecodableError,
  undecodable,
} from './instruction.ts';
import { neutralTypes } from './neutral-types.ts';

/**
 * Decodes a token instruction as parsed by the node, encoding jsonParsed (names and fields: agave,
 * transaction-status/src/parse_token.rs). An unknown type is undecodable; a known type with undocumented fields is a
 * malformed response.
 */
export function decodeParsed(program: string, parsed: unknown): TokenInstruction {
  const body = readObject(parsed, 'parsed');
  const type = readText(body.type, 'parsed.type');
  const info = readObject(body.info, 'parsed.info');
  if (type === 'batch') return { kind: 'batch', nested: readBatch(program, info) };
  return decodeType(type, info);
}

/** Every address named by an unknown parsed instruction, at any depth: the accounts it may have touched. */
export function addressesIn(value: unknown, depth = 4): string[] {
  if (isAddress(value)) return [value];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((inner) => addressesIn(inner, depth - 1));
}

function decodeType(type: string, info: Json): TokenInstruction {
  const address = (field: string) => readAddress(info[field], `${type}.${field}`);
  switch (type) {
    case 'burn':
    case 'burnChecked':
    case 'permissionedBurn':
    case 'permissionedBurnChecked':
      return {
        kind: 'burn',
        type,
        account: address('account'),
        mint: address('mint'),
        ...authorityOf(info),
        ...quantity(type, info),
      };
    case 'transfer':
    case 'transferChecked':
    case 'transferCheckedWithFee':
      return decodeTransfer(type, info);
    case 'mintTo':
    case 'mintToChecked':
      return {
        kind: 'mintTo',
        type,
        account: address('account'),
        mint: address('mint'),
        ...quantity(type, info),
      };
    case 'initializeAccount':
    case 'initializeAccount2':
    case 'initializeAccount3':
      return movement('open', type, address('account'), {
        mint: address('mint'),
        newAuthority: address('owner'),
      });
    case 'closeAccount':
      return movement('close', type, address('account'));
    case 'setAuthority':
      return decodeSetAuthority(info);
    case 'syncNative':
      return movement('native', type, address('account'));
    case 'unwrapLamports':
      return movement('native', type, address('source'));
    case 'withdrawWithheldTokensFromMint':
    case 'withdrawWithheldTokensFromAccounts':
      return movement('harvest', type, address('feeRecipient'), { mint: address('mint') });
    default:
      return decodeConfidential(type, info) ?? decodeNeutral(type);
  }
}

function decodeTransfer(type: string, info: Json): TokenInstruction {
  const { amount, decimals } = quantity(type, info);
  const fee = type === 'transferCheckedWithFee' ? readTokenAmount(info.feeAmount, 'feeAmount').amount : null;
  if (fee !== null && fee > amount) return undecodable('the transfer fee is above the amount');
  return {
    kind: 'transfer',
    type,
    source: readAddress(info.source, `${type}.source`),
    destination: readAddress(info.destination, `${type}.destination`),
    mint: type === 'transfer' ? null : readAddress(info.mint, `${type}.mint`),
    ...authorityOf(info),
    amount,
    fee,
    decimals,
  };
}

function decodeSetAuthority(info: Json): TokenInstruction {
  const account = readAddress(info.account ?? info.mint, 'setAuthority.account');
  const next = info.newAuthority;
  const what = readText(info.authorityType, 'setAuthority.authorityType');
  if (!/^[A-Za-z0-9]{1,64}$/.test(what)) return malformed('setAuthority.authorityType is not a name');
  return movement('setAuthority', 'setAuthority', account, {
    what,
    newAuthority: next === null || next === undefined ? null : readAddress(next, 'setAuthority.newAuthority'),
  });
}

/** Unchecked kinds carry `amount`, checked kinds `tokenAmount.amount`; the display value (`uiAmount`) is never used. */
function quantity(type: string, info: Json): { amount: bigint; decimals: number | null } {
  if (info.tokenAmount === undefined)
    return { amount: readAmount(info.amount, `${type}.amount`), decimals: null };
  return readTokenAmount(info.tokenAmount, `${type}.tokenAmount`);
}

function readTokenAmount(value: unknown, where: string): { amount: bigint; decimals: number } {
  const body = readObject(value, where);
  return {
    amount: readAmount(body.amount, `${where}.amount`),
    decimals: readInteger(body.decimals, `${where}.decimals`, 255),
  };
}

/** With any account after the authority, nodes print `multisigAuthority` and `signers` instead of `authority`. */
function authorityOf(info: Json): { authority: string | null; extraKeys: string[] } {
  const authority = info.authority ?? info.multisigAuthority;
  const extraKeys = info.signers === undefined ? [] : readArray(info.signers, 'signers');
  return {
    authority: authority === undefined ? null : readAddress(authority, 'authority'),
    extraKeys: extraKeys.map((key) => readAddress(key, 'signers')),
  };
}

function decodeConfidential(type: string, info: Json): TokenInstruction | null {
  const kinds = {
    confidentialBurn: 'burn',
    permissionedConfidentialBurn: 'burn',
    confidentialMint: 'mint',
    confidentialTransfer: 'transfer',
    confidentialTransferWithFee: 'transfer',
  } as const;
  if (!Object.hasOwn(kinds, type)) return null;
  const confidential = kinds[type as keyof typeof kinds];
  return { kind: 'confidential', type, confidential, accounts: addressesIn(info) };
}

function decodeNeutral(type: string): TokenInstruction {
  return neutralTypes.has(type)
    ? { kind: 'neutral', type }
    : undecodable(`unknown instruction type ${JSON.stringify(type).slice(0, 80)}`);
}

/** Newer nodes print the parts of a batch, each either parsed or with its raw accounts and data. */
function readBatch(program: string, info: Json): Nested[] {
  const parts = readArray(info.instructions, 'batch.instructions');
  if (parts.length === 0) return undecodable('an empty batch');
  return parts.map((part) => readPart(program, readObject(part, 'batch.instructions[]')));
}

function readPart(program: string, part: Json): Nested {
  try {
    const instruction = isObject(part.parsed)
      ? decodeParsed(program, part.parsed)
      : 'data' in part
        ? decodeBytes(program, decodeBase58(part.data, 'batch data'), addressesIn(part.accounts))
        : decodeParsed(program, part);
    if (instruction.kind === 'batch') return undecodable('a batch inside a batch');
    return { ok: true, instruction };
  } catch (error) {
    if (error instanceof UndecodableError)
      return { ok: false, reason: error.message, accounts: addressesIn(part) };
    throw error;
  }
}
