import { createHash } from 'node:crypto';

/** A version 5 UUID (RFC 9562): the same for the same names. Never of a username: it could be found by trying. */
export function stableUuid(...names: (string | number)[]): string {
  const bytes = createHash('sha1').update(names.join(' ')).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
