import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Resolves every name to 127.0.0.1, or returns NXDOMAIN for some or all, or does not respond. */
export type NameServer = {
  port: number;
  /** These names, or all, no longer exist. */
  forget(...names: string[]): void;
  forgetAll(): void;
  fallSilent(): void;
  /** Resolves every name again. */
  recover(): void;
  close(): void;
};

const HEADER_BYTES = 12;
const ANSWERED = 0x8180;
const NO_SUCH_NAME = 0x8183;
/** A pointer to the question's name, type A, class IN, TTL 0, four bytes of address. */
const HERE = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);

/** A name server (RFC 1035) on a free UDP port of 127.0.0.1. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  let knows: (name: string) => boolean | undefined = () => true;
  socket.on('message', (query, { address, port }) => {
    const { name, end } = readName(query);
    const known = knows(name);
    if (known === undefined) return;
    const header = Buffer.alloc(HEADER_BYTES);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(known ? ANSWERED : NO_SUCH_NAME, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(known ? 1 : 0, 6);
    const question = query.subarray(HEADER_BYTES, end);
    socket.send(Buffer.concat([header, question, ...(known ? [HERE] : [])]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    forget: (...names) => {
      knows = (name) => !names.includes(name);
    },
    forgetAll: () => {
      knows = () => false;
    },
    fallSilent: () => {
      knows = () => undefined;
    },
    recover: () => {
      knows = () => true;
    },
    close: () => socket.close(),
  };
}

/** The queried name, and the end of the question with type and class. */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at]; length; length = query[at]) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}
