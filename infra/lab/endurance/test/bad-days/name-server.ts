import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Answers for every name with 127.0.0.1; knows none of some, or of any; or says nothing at all. */
export type NameServer = {
  port: number;
  /** From now on these names, or all of them, do not exist. */
  forget(...names: string[]): void;
  forgetAll(): void;
  fallSilent(): void;
  /** Knows every name again. */
  recover(): void;
  close(): void;
};

const HEADER_BYTES = 12;
const ANSWERED = 0x8180;
const NO_SUCH_NAME = 0x8183;
/** The name of the question, an address (A) of the internet, to be kept for no time, of four bytes. */
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

/** The name that is asked for, and where the question with its type and class ends. */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at]; length; length = query[at]) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}
