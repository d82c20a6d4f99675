import { decodeBase58, readAddress } from './base58.ts';
import { checkSignatures } from './check-signatures.ts';
import { encodeMessage } from './encode-message.ts';
import { conflict, fault, malformed } from './fault.ts';
import { isObject, type Json, readArray, readInteger, readObject, readText } from './read-json.ts';
import { type CompiledMessage, type Lookup, parseWire } from './wire.ts';

/** The signed part of a response, identical for every encoding. */
export type Message = {
  version: 'legacy' | 0 | 1;
  signatures: string[];
  /** Static keys first, then those from lookup tables: writable, then read-only. */
  accountKeys: string[];
  signers: string[];
  signaturesChecked: boolean;
  /** Raw, as in the response; `read-instructions.ts` resolves them. */
  instructions: unknown[];
  compiled: boolean;
};

/** Reads `transaction` of a response in any of the encodings; `loaded` is `meta.loadedAddresses`. */
export function readMessage(answer: Json, loaded: unknown): Message {
  const version = readVersion(answer.version);
  const transaction = answer.transaction;
  if (Array.isArray(transaction)) return readEncoded(transaction, version, loaded);
  const body = readObject(transaction, 'transaction');
  const message = readObject(body.message, 'message');
  const signatures = readSignatures(body.signatures);
  const keys = readArray(message.accountKeys, 'accountKeys');
  if (keys.every(isObject)) return readParsed(message, keys, signatures, version ?? 'legacy');
  return readJson(message, signatures, version ?? 'legacy', loaded);
}

function readVersion(version: unknown): 'legacy' | 0 | 1 | null {
  if (version === undefined || version === null) return null;
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

/** base64 (or base58): the wire bytes, whose signatures can always be verified. */
function readEncoded(transaction: unknown[], version: Message['version'] | null, loaded: unknown): Message {
  const [text, encoding] = transaction;
  const wire = parseWire(decodeText(readText(text, 'transaction'), encoding));
  const { message, signatures } = wire;
  if (version !== null && version !== message.version)
    return conflict('version is not that of the transaction');
  return fromCompiled(message, signatures, wire.signedBytes, message.instructions, loaded);
}

function decodeText(text: string, encoding: unknown): Uint8Array {
  if (encoding === 'base58') return decodeBase58(text, 'transaction');
  const bytes = Buffer.from(text, 'base64');
  if (encoding !== 'base64' || bytes.toString('base64') !== text)
    return malformed('transaction is not base64');
  return bytes;
}

/** json: indices into the keys. The signed bytes are rebuilt from it. */
function readJson(body: Json, signatures: string[], version: Message['version'], loaded: unknown): Message {
  const raw = readArray(body.instructions, 'instructions');
  const lookups = readLookups(body.addressTableLookups);
  const message: CompiledMessage = {
    version: version === 'legacy' && lookups.length > 0 ? 0 : version,
    header: readHeader(body.header),
    staticKeys: readArray(body.accountKeys, 'accountKeys').map((key) => readAddress(key, 'accountKeys[]')),
    instructions: raw.map(readCompiled),
    lookups,
  };
  return fromCompiled(message, signatures, encodeMessage(message, body), message.instructions, loaded);
}

function fromCompiled(
  message: CompiledMessage,
  signatures: string[],
  signedBytes: Uint8Array | null,
  instructions: unknown[],
  loaded: unknown,
): Message {
  const signers = message.staticKeys.slice(0, message.header.required);
  if (signers.length === 0 || signers.length !== message.header.required)
    malformed('the header names more signers than keys');
  if (signatures.length !== signers.length) malformed('there are not as many signatures as signers');
  if (signedBytes !== null) checkSignatures(signedBytes, signatures, signers);
  return {
    version: message.version,
    signatures,
    accountKeys: unique([...message.staticKeys, ...readLoaded(message.lookups, loaded)]),
    signers,
    signaturesChecked: signedBytes !== null,
    instructions,
    compiled: true,
  };
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

export function readCompiled(value: unknown): CompiledMessage['instructions'][number] {
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

/** jsonParsed: keys with their roles, including looked-up ones; the signed bytes cannot be rebuilt from it. */
function readParsed(body: Json, keys: Json[], signatures: string[], version: Message['version']): Message {
  const accountKeys = unique(keys.map((key) => readAddress(key.pubkey, 'accountKeys[].pubkey')));
  const signers = accountKeys.filter((_, index) => keys[index]?.signer === true);
  if (signers.length === 0 || signers[0] !== accountKeys[0]) malformed('the first account does not sign');
  if (signatures.length !== signers.length) malformed('there are not as many signatures as signers');
  const lookups = readLookups(body.addressTableLookups);
  const expected = lookups.reduce((sum, lookup) => sum + lookup.writable.length + lookup.readonly.length, 0);
  const lookedUp = keys.filter((key) => key.source === 'lookupTable').length;
  if (lookedUp !== expected) malformed(`accountKeys has ${lookedUp} looked-up keys, not ${expected}`);
  return {
    version: version === 'legacy' && expected > 0 ? 0 : version,
    signatures,
    accountKeys,
    signers,
    signaturesChecked: false,
    instructions: readArray(body.instructions, 'instructions'),
    compiled: false,
  };
}

function unique(keys: string[]): string[] {
  return new Set(keys).size === keys.length ? keys : malformed('an account key is listed twice');
}
