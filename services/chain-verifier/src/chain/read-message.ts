import { createPublicKey, verify } from 'node:crypto';
import { decodeBase58, readAddress } from './base58.ts';
import {
  type CompiledInstruction,
  type CompiledMessage,
  encodeMessage,
  type Lookup,
} from './encode-message.ts';
import { conflict, fault, malformed } from './fault.ts';
import { type Json, readArray, readInteger, readObject, readText } from './read-json.ts';

/** The signed part of a response. */
export type Message = {
  version: 'legacy' | 0 | 1;
  signatures: string[];
  /** Static keys first, then those from lookup tables: writable, then read-only. */
  accountKeys: string[];
  signers: string[];
  signaturesChecked: boolean;
  instructions: CompiledInstruction[];
};

/**
 * Reads `transaction` of a response in encoding `json`; `loaded` is `meta.loadedAddresses`. The signed bytes are rebuilt
 * from it, to check the signatures against.
 */
export function readMessage(answer: Json, loaded: unknown): Message {
  const { signatures: signed, message } = readObject(answer.transaction, 'transaction in encoding json');
  const body = readObject(message, 'message');
  const signatures = readSignatures(signed);
  const lookups = readLookups(body.addressTableLookups);
  const version = readVersion(answer.version);
  const compiled: CompiledMessage = {
    version: version === 'legacy' && lookups.length > 0 ? 0 : version,
    header: readHeader(body.header),
    staticKeys: readArray(body.accountKeys, 'accountKeys').map((key) => readAddress(key, 'accountKeys[]')),
    instructions: readArray(body.instructions, 'instructions').map(readCompiled),
    lookups,
  };
  const signers = compiled.staticKeys.slice(0, compiled.header.required);
  if (signers.length === 0 || signers.length !== compiled.header.required)
    malformed('the header names more signers than keys');
  if (signatures.length !== signers.length) malformed('there are not as many signatures as signers');
  const signedBytes = encodeMessage(compiled, body);
  if (signedBytes !== null) checkSignatures(signedBytes, signatures, signers);
  return {
    version: compiled.version,
    signatures,
    accountKeys: unique([...compiled.staticKeys, ...readLoaded(lookups, loaded)]),
    signers,
    signaturesChecked: signedBytes !== null,
    instructions: compiled.instructions,
  };
}

/** Nodes omit the version if the call names no `maxSupportedTransactionVersion`. */
function readVersion(version: unknown): CompiledMessage['version'] {
  if (version === undefined || version === null) return 'legacy';
  if (version === 'legacy' || version === 0 || version === 1) return version;
  if (typeof version === 'number')
    return fault('client_too_old', `transaction version ${version} is not known here`);
  return malformed('version is neither legacy nor a number');
}

function readSignatures(value: unknown): string[] {
  return readArray(value, 'signatures').map((signature) => {
    if (decodeBase58(signature, 'signature').length !== 64) return malformed('a signature is not 64 bytes');
    return readText(signature, 'signature');
  });
}

function readHeader(value: unknown): CompiledMessage['header'] {
  const header = readObject(value, 'header');
  const count = (field: string) => readInteger(header[field], `header.${field}`, 255);
  return {
    required: count('numRequiredSignatures'),
    readonlySigned: count('numReadonlySignedAccounts'),
    readonlyUnsigned: count('numReadonlyUnsignedAccounts'),
  };
}

export function readCompiled(value: unknown): CompiledInstruction {
  const instruction = readObject(value, 'instruction');
  return {
    programIndex: readInteger(instruction.programIdIndex, 'programIdIndex', 255),
    accountIndexes: readArray(instruction.accounts, 'accounts').map((index) =>
      readInteger(index, 'accounts[]', 255),
    ),
    data: decodeBase58(instruction.data, 'instruction data'),
  };
}

function readLookups(value: unknown): Lookup[] {
  if (value === undefined || value === null) return [];
  return readArray(value, 'addressTableLookups').map((entry) => {
    const lookup = readObject(entry, 'addressTableLookups[]');
    const indexes = (list: unknown) =>
      readArray(list, 'lookup indexes').map((index) => readInteger(index, 'lookup index', 255));
    return {
      table: readAddress(lookup.accountKey, 'lookup table'),
      writable: indexes(lookup.writableIndexes),
      // Some indexers use the other name; the signature check confirms that it is the same list.
      readonly: indexes(lookup.readonlyIndexes ?? lookup.readableIndexes),
    };
  });
}

/** Keys from lookup tables. There must be as many as the message looks up; otherwise the response is truncated. */
function readLoaded(lookups: CompiledMessage['lookups'], loaded: unknown): string[] {
  const absent = loaded === undefined || loaded === null;
  const body = absent ? { writable: [], readonly: [] } : readObject(loaded, 'loadedAddresses');
  return (['writable', 'readonly'] as const).flatMap((kind) => {
    const keys = readArray(body[kind], `loadedAddresses.${kind}`).map((key) =>
      readAddress(key, 'loadedAddresses'),
    );
    const expected = lookups.reduce((sum, lookup) => sum + lookup[kind].length, 0);
    return keys.length === expected
      ? keys
      : malformed(`loadedAddresses.${kind} has ${keys.length} keys, not ${expected}`);
  });
}

function unique(keys: string[]): string[] {
  return new Set(keys).size === keys.length ? keys : malformed('an account key is listed twice');
}

/** The fixed prefix of an ed25519 public key in SPKI form (RFC 8410); the 32 key bytes follow. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Verifies every required signature over the signed bytes, which proves that the instructions are what the payer
 * signed. It does not cover `meta` (balances, inner instructions), which is unsigned. Throws `evidence_conflict` on
 * failure.
 */
export function checkSignatures(signedBytes: Uint8Array, signatures: string[], signers: string[]): void {
  for (const [index, signer] of signers.entries()) {
    const signature = decodeBase58(signatures[index], 'signature');
    if (!isSignedBy(signedBytes, signature, signer)) {
      conflict(`signature ${index} was not made by ${signer} over this message`);
    }
  }
}

function isSignedBy(bytes: Uint8Array, signature: Uint8Array, signer: string): boolean {
  const der = Buffer.concat([spkiPrefix, decodeBase58(signer, 'signer')]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return verify(null, bytes, key, signature);
}
