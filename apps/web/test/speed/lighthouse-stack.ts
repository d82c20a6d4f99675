import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '@naughty-list/api-client/client';
import { submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { submitReport } from '@naughty-list/contracts/reports';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import { startStack } from '@naughty-list/embedded/stack';

const ENTRIES = 12;

export type LighthouseStack = { url: string; databaseUrl: string; stop: () => Promise<void> };

/** Starts the whole product on a build of the web app, with entries in both lists. */
export async function startLighthouseStack(webRoot: string): Promise<LighthouseStack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'naughty-list-lighthouse-'));
  chmodSync(dataDir, 0o711);
  const port = await freePort();
  const stack = await startStack({
    dataDir,
    host: '127.0.0.1',
    port,
    env: {
      WEB_ROOT: webRoot,
      // No call leaves this machine.
      AVATAR_URL: 'http://127.0.0.1:1',
      OEMBED_URL: 'http://127.0.0.1:1',
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      RATE_LIMIT_WRITES_PER_MINUTE: '1000',
      CONNECTIONS_PER_CLIENT: '100000',
      VISITOR_COUNTED_AGAIN_AFTER_MINUTES: '0',
      CHALLENGE_AFTER_WRITES_PER_HOUR: '0',
      HOLD_REPORTS_ABOVE_PER_MINUTE: '0',
      RATE_LIMIT_READS_PER_MINUTE: '100000',
    },
    chain: { env: {} },
    postgres: { fsync: false },
  });
  const api = createApiClient({ baseUrl: stack.url });
  for (let entry = 1; entry <= ENTRIES; entry += 1) {
    const username = `elf_${entry}`;
    const twitterUrl = `https://x.com/${username}/status/${entry}`;
    const scam = `Promised ${entry} reindeer for one carrot, took the carrot, and was never seen at the stable again.`;
    const deed = `Warned ${entry} of us about a false sleigh, and stayed up all night to help those who had paid for it.`;
    await api.call(submitReport, { body: { twitterUrl, username, description: scam } });
    await api.call(submitNiceReport, { body: { twitterUrl, username, description: deed } });
  }
  return {
    url: stack.url,
    databaseUrl: stack.databaseUrl,
    stop: async () => {
      await stack.stop();
      removeDatabase(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Pages contain the site's origin, so the port must be known before the start. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}
