import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Rotation, startRotation } from './rotation.ts';

export type ConnectionBalancer = { url: string; rotation: Rotation; close(): void };

/**
 * Spreads connections, not requests, over the copies that are ready, as a Kubernetes service does: a connection that is kept stays
 * with its copy until one of the two ends it, and one that nobody takes, because a copy is gone and that was not noticed yet, fails.
 */
export async function startConnectionBalancer(targets: readonly string[]): Promise<ConnectionBalancer> {
  const rotation = startRotation(targets);
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, async (client) => {
    open.add(client);
    client.once('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    const [target] = rotation.inTurn();
    const copy = target === undefined ? undefined : await reach(target);
    if (copy && !client.destroyed) join(client, copy);
    else {
      copy?.destroy();
      client.resetAndDestroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    rotation.close();
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { url: `http://127.0.0.1:${port}`, rotation, close };
}

/** A connection to a copy; nothing when nobody listens there. */
async function reach(target: string): Promise<Socket | undefined> {
  const { port, hostname } = new URL(target);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return undefined;
  }
}

/** Whatever one side does, the other sees: bytes, an orderly end, a broken connection. */
function join(client: Socket, copy: Socket): void {
  client.pipe(copy);
  copy.pipe(client);
  copy.on('error', () => client.resetAndDestroy());
  client.on('close', () => copy.destroy());
  copy.on('close', () => client.destroySoon());
}
