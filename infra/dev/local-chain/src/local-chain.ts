import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { openChain } from './chain/chain.ts';
import { createSwitches } from './control/commands.ts';
import { takeLock, writeDurably } from './files.ts';
import { CHAIN_FILES, type ChainEndpoint, type Genesis, keepGenesis } from './genesis/genesis.ts';
import { airdrop, createList, faucetAccount } from './genesis/own-transactions.ts';
import type { RpcContext } from './rpc/context.ts';
import { createHttpServer, serveSubscriptions } from './rpc/servers.ts';

export type LocalChainOptions = {
  /** The chain is stored in `<dataDir>/local-chain/`. */
  dataDir: string;
  host?: string;
  /** Websockets use the next port. 0 takes any free pair. */
  port?: number;
  /** Enables the test controls at `POST /control`. */
  control?: boolean;
  /** Slot duration in milliseconds. */
  slotMs?: number;
  /** Validity of a blockhash in slots; 150 as on mainnet, a short time if slots are short. */
  blockhashAgeSlots?: number;
  /** Milliseconds from acceptance until a transaction is confirmed, and finalised. */
  confirmAfterMs?: number;
  finalizeAfterMs?: number;
};

export type LocalChain = Awaited<ReturnType<typeof startLocalChain>>;

/** Milliseconds; slots as on mainnet, commitment faster. */
export const DEFAULTS = {
  host: '127.0.0.1',
  port: 8899,
  slotMs: 400,
  confirmAfterMs: 400,
  finalizeAfterMs: 1200,
};

/** The address at which this machine reaches a listener on that host, for a URL. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Starts a local Solana chain, or resumes the one in the data folder.
 * @throws LockHeldError when one runs on it, Error with one line when the folder is damaged or a port is taken
 */
export async function startLocalChain(options: LocalChainOptions) {
  const genesis = keepGenesis(options.dataDir);
  const release = takeLock(join(genesis.folder, CHAIN_FILES.lock));
  try {
    const chain = await start(options, genesis);
    return { ...chain, close: () => chain.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

async function start(options: LocalChainOptions, { folder, genesisHash, keypairs, addresses }: Genesis) {
  const { host, port, control, slotMs, confirmAfterMs, finalizeAfterMs } = {
    ...DEFAULTS,
    control: false,
    ...options,
  };
  const chain = openChain({
    genesisHash,
    logPath: join(folder, CHAIN_FILES.log),
    slotMs,
    blockhashAgeSlots: options.blockhashAgeSlots,
    genesisAccounts: new Map([[keypairs.faucet.publicKey.toBase58(), faucetAccount()]]),
  });
  createList(chain, keypairs);
  const switches = createSwitches({ findMs: 0, confirmMs: confirmAfterMs, finalizeMs: finalizeAfterMs });
  const context: RpcContext = {
    chain,
    delays: switches.delays,
    airdrop: (address, lamports) => airdrop(chain, keypairs.faucet, address, lamports),
  };
  const app = createHttpServer({ context, switches, control });
  await app.ready();
  const listening = await listenPair(app.server, host, port).catch((error: unknown) => {
    chain.close();
    throw error;
  });
  serveSubscriptions(listening.webSockets, context);
  const close = async (): Promise<void> => {
    switches.reset();
    for (const socket of listening.webSockets.clients) socket.terminate();
    await new Promise((resolve) => listening.webSockets.close(resolve));
    await app.close();
    chain.close();
  };
  const endpoint: ChainEndpoint = {
    url: `http://${reachable(host)}:${listening.port}`,
    wsUrl: `ws://${reachable(host)}:${listening.port + 1}`,
  };
  writeDurably(join(folder, CHAIN_FILES.endpoint), `${JSON.stringify(endpoint)}\n`);
  return {
    ...endpoint,
    port: listening.port,
    /** With the keypair files. */
    folder,
    genesisHash,
    ...addresses,
    close,
  };
}

/** Attempts to find a free pair of neighbouring ports. */
const PAIR_ATTEMPTS = 50;
const MAX_MESSAGE_BYTES = 1_048_576;

/**
 * Listens for HTTP on `port` and for websockets on the next one, where clients expect it. Port 0 takes any free pair.
 * @throws Error with code EADDRINUSE and one clear line when a given port or its neighbour is taken
 */
async function listenPair(
  server: Server,
  host: string,
  port: number,
): Promise<{ port: number; webSockets: WebSocketServer }> {
  for (let attempt = 1; ; attempt++) {
    try {
      await once(server.listen(port, host), 'listening');
      const { port: taken } = server.address() as AddressInfo;
      const webSockets = new WebSocketServer({ host, port: taken + 1, maxPayload: MAX_MESSAGE_BYTES });
      await once(webSockets, 'listening');
      return { port: taken, webSockets };
    } catch (error) {
      if (server.listening) await once(server.close(), 'close');
      const { code = '' } = error as NodeJS.ErrnoException;
      const isTaken = code === 'EADDRINUSE' || code === 'ERR_SOCKET_BAD_PORT';
      if (!isTaken || (port === 0 && attempt === PAIR_ATTEMPTS)) throw error;
      if (port === 0) continue;
      const message = `port ${port} or ${port + 1} on ${host} is taken: the local chain needs both`;
      throw Object.assign(new Error(message), { code: 'EADDRINUSE' });
    }
  }
}

const wholeNumber = (least: number, whenAbsent: number) =>
  z.coerce.number().int().min(least).default(whenAbsent);

const Environment = z.object({
  HOST: z.string().default(DEFAULTS.host),
  PORT: wholeNumber(0, DEFAULTS.port),
  DATA_DIR: z.string().default('.data'),
  CHAIN_CONTROL: z.stringbool().default(false),
  CHAIN_SLOT_MS: wholeNumber(1, DEFAULTS.slotMs),
  CHAIN_CONFIRM_AFTER_MS: wholeNumber(0, DEFAULTS.confirmAfterMs),
  CHAIN_FINALIZE_AFTER_MS: wholeNumber(0, DEFAULTS.finalizeAfterMs),
});

/** Reads the environment; an empty variable counts as absent. @throws Error that names the variable */
export function readConfig(env: NodeJS.ProcessEnv): Required<Omit<LocalChainOptions, 'blockhashAgeSlots'>> {
  const { success, data, error } = Environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  );
  if (!success) throw new Error(error.issues.map(({ path, message }) => `${path}: ${message}`).join('; '));
  return {
    host: data.HOST,
    port: data.PORT,
    dataDir: data.DATA_DIR,
    control: data.CHAIN_CONTROL,
    slotMs: data.CHAIN_SLOT_MS,
    confirmAfterMs: data.CHAIN_CONFIRM_AFTER_MS,
    finalizeAfterMs: data.CHAIN_FINALIZE_AFTER_MS,
  };
}
