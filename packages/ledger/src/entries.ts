/** The maximum length of an entry, which is stored in two bytes. */
export const ENTRY_MAX_BYTES = 0xffff;

/** Concatenated entries, each preceded by its length (C2SP tlog-tiles, "Log entries"). */
export function packEntries(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > ENTRY_MAX_BYTES)
        throw new RangeError(`an entry of ${entry.length} bytes is too long`);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** Throws a RangeError if the bundle ends within an entry. */
export function unpackEntries(bundle: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bundle.length; ) {
    const start = at + 2;
    const end = start + bundle.readUInt16BE(at);
    if (end > bundle.length) throw new RangeError('the bundle ends within an entry');
    entries.push(bundle.subarray(start, end));
    at = end;
  }
  return entries;
}
