import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Rotation, startRotation } from './rotation.ts';

export type ConnectionBalancer = { url: string; rotation: Rotation; close(): void };

/**
 * Balances connections instead of requests over the ready processes, like a Kubernetes service: a keep-alive connection
 * stays with its process until either side closes it, and one to a process whose death was not noticed yet fails.
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

/** A connection to a process; undefined if it is refused. */
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

/** Joins both sockets: bytes, orderly close and errors pass through. */
function join(client: Socket, copy: Socket): void {
  client.pipe(copy);
  copy.pipe(client);
  copy.on('error', () => client.resetAndDestroy());
  client.on('close', () => copy.destroy());
  copy.on('close', () => client.destroySoon());
}
