import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/** Signs notes under a name (C2SP signed-note, Ed25519). */
export type Signer = { name: string; keyId: Buffer; privateKey: KeyObject; publicKey: Buffer };

/** Verifies the signatures of a name. */
export type Verifier = { name: string; keyId: Buffer; publicKey: Buffer };

const ED25519 = Buffer.of(1);
/** More signatures than any log and its witnesses produce; longer notes are not read. */
const NOTE_MAX_BYTES = 64 * 1024;
const SIGNATURE_BYTES = 64;

/** A name without Unicode spaces and plus signs. */
const isKeyName = (name: string) => /^[^\s\p{Z}\p{Cc}+]+$/u.test(name);

/** The private key as PKCS #8 in base64, to be stored. */
export function makePrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

export function createSigner(name: string, privateKeyBase64: string): Signer {
  if (!isKeyName(name)) throw new TypeError(`"${name}" cannot name a key: it has spaces or a plus sign`);
  const privateKey = createPrivateKey({
    key: Buffer.from(privateKeyBase64, 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  const publicKey = Buffer.from(String(x), 'base64url');
  return { name, keyId: keyIdOf(name, publicKey), privateKey, publicKey };
}

/** SHA-256 over name, newline, algorithm and key; the first four bytes. */
function keyIdOf(name: string, publicKey: Buffer, algorithm = ED25519): Buffer {
  return createHash('sha256').update(`${name}\n`).update(algorithm).update(publicKey).digest().subarray(0, 4);
}

/** The public key as text: `name+keyid+key`. */
export function verifierKey({ name, keyId, publicKey }: Verifier, algorithm = ED25519): string {
  return `${name}+${keyId.toString('hex')}+${Buffer.concat([algorithm, publicKey]).toString('base64')}`;
}

/** Undefined unless the text is an Ed25519 key of a known algorithm with a matching id. */
export function parseVerifierKey(text: string, algorithm = ED25519): Verifier | undefined {
  const [, name = '', id = '', encoded = ''] = /^([^+]+)\+([\da-f]{8})\+([A-Za-z\d+/]+=*)$/.exec(text) ?? [];
  const key = fromBase64(encoded);
  if (!isKeyName(name) || key?.length !== 33 || !key.subarray(0, 1).equals(algorithm)) return undefined;
  const publicKey = key.subarray(1);
  const keyId = keyIdOf(name, publicKey, algorithm);
  return keyId.toString('hex') === id ? { name, keyId, publicKey } : undefined;
}

/** The text, which ends in a newline, with its signature line. */
export function signNote(text: string, { name, keyId, privateKey }: Signer): string {
  const signature = Buffer.concat([keyId, sign(null, Buffer.from(text), privateKey)]);
  return `${text}\n— ${name} ${signature.toString('base64')}\n`;
}

/**
 * The text of a note and its signers. Undefined unless at least one of the verifiers has signed and all of their
 * signatures are valid; signatures by other keys are ignored.
 */
export function openNote(
  note: string,
  verifiers: readonly Verifier[],
): { text: string; signedBy: Verifier[] } | undefined {
  const bytes = Buffer.byteLength(note);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the format forbids them.
  if (bytes > NOTE_MAX_BYTES || /[\u0000-\u0009\u000b-\u001f]/.test(note) || !note.isWellFormed())
    return undefined;
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return undefined;
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split('\n');
  const signedBy = new Set<Verifier>();
  for (const line of lines) {
    const parsed = parseSignatureLine(line);
    if (!parsed) return undefined;
    const { name, keyId, signature } = parsed;
    const verifier = verifiers.find((known) => known.name === name && known.keyId.equals(keyId));
    if (!verifier) continue;
    if (!isSignedBy(verifier, text, signature)) return undefined;
    signedBy.add(verifier);
  }
  return signedBy.size > 0 ? { text, signedBy: [...signedBy] } : undefined;
}

/** The parts of a signature line of a note. */
export function parseSignatureLine(
  line: string,
): { name: string; keyId: Buffer; signature: Buffer } | undefined {
  const [, name, encoded] = /^— ([^\s+]+) ([A-Za-z\d+/]+=*)$/.exec(line) ?? [];
  const bytes = fromBase64(encoded ?? '');
  if (name === undefined || !bytes || bytes.length < 5) return undefined;
  return { name, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}

export function isSignedBy({ publicKey }: Verifier, text: string, signature: Buffer): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false;
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  });
  return verify(null, Buffer.from(text), key, signature);
}

/** Undefined unless the text is the canonical encoding of its bytes. */
export function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
