import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContextOptions, TLSSocket } from 'node:tls';

/** What precedes TLS: nothing, or PostgreSQL's `SSLRequest`. */
export type TcpProxyKind = 'plain' | 'tls' | 'postgres-tls';

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>;

/** PostgreSQL manual, "Message Formats": length 8, then the SSL request code. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** A TCP proxy in front of a real local server; its connections can be closed and its certificate replaced. */
export async function openTcpProxy(
  target: string,
  kind: TcpProxyKind = 'plain',
  shown: SecureContextOptions = {},
) {
  const { port: targetPort } = new URL(target);
  const open = new Set<Socket>();
  let context = createSecureContext(shown);
  const track = (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket)).on('error', () => socket.destroy());
    return socket;
  };
  const server = createServer(async (client) => {
    track(client);
    if (kind === 'postgres-tls' && !(await asksForTls(client))) return client.destroy();
    const inside =
      kind === 'plain' ? client : new TLSSocket(client, { isServer: true, secureContext: context });
    inside.on('error', () => client.destroy());
    join(inside, track(connect(Number(targetPort), '127.0.0.1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  /** Closes every connection, like a restart of the server or of a router. */
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    /** Certificate for new connections. */
    show(certificate: SecureContextOptions) {
      context = createSecureContext(certificate);
    },
    cut,
    close() {
      server.close();
      cut();
    },
  };
}

async function asksForTls(client: Socket): Promise<boolean> {
  const [asked] = (await once(client, 'data').catch(() => [])) as [Buffer?];
  client.pause();
  if (!asked?.equals(SSL_REQUEST)) return false;
  return client.write('S');
}

function join(one: Duplex, other: Duplex): void {
  one.pipe(other).pipe(one);
  one.on('close', () => other.destroy());
  other.on('close', () => one.destroy());
}
