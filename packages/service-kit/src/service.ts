import type { FastifyInstance } from 'fastify';
import { ConfigError } from './config.ts';
import type { Log } from './log.ts';

/** What a service's entry point puts together: a context to close, and an app, workers, or both. */
export type Service = {
  log: Log;
  /** Listens on `host` and `port` when there. */
  app?: FastifyInstance;
  host: string;
  port: number;
  /** Starts job handlers and schedules. */
  startWorkers?: () => Promise<void>;
  /** Lets go of everything; called once, after the app has stopped. */
  close: () => Promise<void>;
};

const STOP_MS = 10_000;

/**
 * Runs a service until SIGTERM or SIGINT: takes no new requests, finishes those under way, lets running jobs end,
 * closes. A wrong configuration is one line and exit code 1.
 */
export async function runService(create: () => Promise<Service>): Promise<void> {
  let service: Service;
  try {
    service = await create();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  const { app, log, host, port } = service;
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await app?.close();
    await service.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  await service.startWorkers?.();
  if (app) {
    await app.listen({ host, port }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      console.error(`Port ${port} on ${host} is taken`);
      process.exit(1);
    });
    const address = app.server.address();
    log.info({ port: typeof address === 'object' ? address?.port : port }, 'listening');
  }
}
