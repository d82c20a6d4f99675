// Uses only Web Crypto, so that a page and a command check a receipt with the same code, offline.

/**
 * A leaf of the log with the salt and `record` that it commits to, and its inclusion proof in a signed checkpoint. Salt
 * and proof are base64.
 */
export type LeafReceipt = {
  format: typeof LEAF_RECEIPT;
  /** The log's key (C2SP signed-note); compare it with one that you kept. */
  key: string;
  checkpoint: string;
  index: number;
  entry: string;
  salt: string;
  record: string;
  proof: string[];
};

export const LEAF_RECEIPT = 'naughty-list/leaf-receipt@1';

/** The contents of a valid receipt, or what is wrong with it. */
export type CheckedReceipt =
  | { isValid: true; log: string; key: string; index: number; size: number; leaf: Json; record: Json }
  | { isValid: false; problem: string };

type Json = Record<string, unknown>;
type Bytes = Uint8Array<ArrayBuffer>;

class Invalid extends Error {}

/** Checks a receipt offline, and that its key is `savedKey`, if given. */
export async function checkLeafReceipt(text: string, savedKey?: string): Promise<CheckedReceipt> {
  try {
    const receipt = parseReceipt(text);
    if (savedKey !== undefined && savedKey.trim() !== receipt.key)
      throw new Invalid("The receipt's key is not the one you saved.");
    const { name, size, root } = await openSigned(receipt);
    const leaf = parseObject(receipt.entry, "The receipt's entry");
    const commitment = await sha256(bytesOf(receipt.salt), utf8(receipt.record));
    if (leaf.commitment !== base64Of(commitment))
      throw new Invalid("The receipt's salt and record do not match its entry.");
    const found = await rootOver(await sha256(Uint8Array.of(0), utf8(receipt.entry)), { ...receipt, size });
    if (!found || base64Of(found) !== root)
      throw new Invalid("The receipt's proof does not lead to the signed checkpoint.");
    const { key, index } = receipt;
    return {
      isValid: true,
      log: name,
      key,
      index,
      size,
      leaf,
      record: parseObject(receipt.record, "The receipt's record"),
    };
  } catch (error) {
    if (error instanceof Invalid) return { isValid: false, problem: error.message };
    throw error;
  }
}

function parseReceipt(text: string): LeafReceipt {
  const receipt = parseObject(text, 'The file') as Partial<LeafReceipt>;
  const isReceipt =
    receipt.format === LEAF_RECEIPT &&
    [receipt.key, receipt.checkpoint, receipt.entry, receipt.salt, receipt.record].every(isText) &&
    Number.isSafeInteger(receipt.index) &&
    Array.isArray(receipt.proof) &&
    receipt.proof.every(isText);
  if (!isReceipt)
    throw new Invalid(
      "This is not a ledger receipt. Check a payment's receipt with the command on its page.",
    );
  return receipt as LeafReceipt;
}

const isText = (value: unknown) => typeof value === 'string';

function parseObject(text: string, what: string): Json {
  try {
    const value = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Thrown below.
  }
  throw new Invalid(`${what} cannot be read.`);
}

/** The origin, size and root of the receipt's checkpoint. Throws unless the receipt's key signed it. */
async function openSigned({
  key,
  checkpoint,
}: LeafReceipt): Promise<{ name: string; size: number; root: string }> {
  const [, name = '', encoded = ''] = /^([^+]+)\+[\da-f]{8}\+([A-Za-z\d+/]+=*)$/.exec(key) ?? [];
  const publicKey = bytesOf(encoded);
  const end = checkpoint.indexOf('\n\n');
  const [origin, digits = '', root = ''] = checkpoint.slice(0, end).split('\n');
  const line = checkpoint
    .slice(end + 2)
    .split('\n')
    .find((each) => each.startsWith(`— ${name} `));
  const signature = bytesOf(line?.split(' ')[2] ?? '').slice(4);
  const isOurs = end > 0 && origin === name && publicKey.length === 33 && publicKey[0] === 1;
  if (!isOurs || !/^[1-9]\d*$/.test(digits) || signature.length !== 64)
    throw new Invalid("The receipt's checkpoint is not signed by the receipt's key.");
  const imported = await crypto.subtle.importKey('raw', publicKey.slice(1), 'Ed25519', false, ['verify']);
  const text = utf8(checkpoint.slice(0, end + 1));
  if (!(await crypto.subtle.verify('Ed25519', imported, signature, text)))
    throw new Invalid("The receipt's checkpoint is not signed by the receipt's key.");
  return { name, size: Number(digits), root };
}

/** The root to which a proof leads from a leaf hash (RFC 9162, section 2.1.3.2). */
async function rootOver(
  leaf: Bytes,
  { index, size, proof }: { index: number; size: number; proof: readonly string[] },
): Promise<Bytes | undefined> {
  if (index < 0 || index >= size) return undefined;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const text of proof) {
    if (last === 0) return undefined;
    const sibling = bytesOf(text);
    if (at % 2 === 1 || at === last) {
      hash = await sha256(Uint8Array.of(1), sibling, hash);
      for (; at % 2 === 0 && at !== 0; at /= 2) last = Math.floor(last / 2);
    } else hash = await sha256(Uint8Array.of(1), hash, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : undefined;
}

async function sha256(...parts: Bytes[]): Promise<Bytes> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined));
}

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

function bytesOf(base64: string): Bytes {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new Invalid('The receipt has a value that is not base64.');
  }
}

const base64Of = (bytes: Bytes): string => btoa(String.fromCharCode(...bytes));
