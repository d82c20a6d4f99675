/**
 * Takes the pictures of `docs/images/` from the real thing: a stack with sample reports, at a desktop's and a phone's size.
 * Run with `pnpm screens` after the web app was built.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApiClient } from '@naughty-list/api-client/client';
import { submitReport } from '@naughty-list/contracts/reports';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import { startStack } from '@naughty-list/embedded/stack';
import { launchBrowser } from '@naughty-list/test-kit/browser';

// Invented names and deeds: a picture in a README accuses nobody.
const samples = [
  [
    'rug_pull_rudy',
    'Promised a hundred reindeer and a moon. Pulled the rug on Christmas Eve, sleigh and liquidity and all.',
  ],
  [
    'coal_coin_carl',
    'Ran a presale for digital coal. It turned out to be ordinary coal, and there was none of it either.',
  ],
  [
    'frosty_phish',
    'Sends a link to "claim your snowballs". Whoever connects a wallet finds it melted by morning.',
  ],
  [
    'ponzi_penguin',
    'Pays the first penguins with the fish of the last ones. The last ones are getting cold and hungry.',
  ],
  [
    'grinch_capital',
    'Guarantees presents every day, for everybody, for ever. Stole the chimney when asked how.',
  ],
  [
    'tinsel_clone',
    'A copycat of an honest workshop: same tinsel, other wallet. Answers questions with a block.',
  ],
] as const;

const sizes = [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const;

const images = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
mkdirSync(images, { recursive: true });

const dataDir = mkdtempSync(join(tmpdir(), 'naughty-list-screens-'));
chmodSync(dataDir, 0o711);
const stack = await startStack({
  dataDir,
  host: '127.0.0.1',
  port: 0,
  env: { RATE_LIMIT_WRITES_PER_MINUTE: '100' },
  postgres: { fsync: false },
});
try {
  const api = createApiClient({ baseUrl: stack.url });
  for (const [username, description] of samples.toReversed()) {
    const twitterUrl = `https://x.com/${username}/status/1225`;
    await api.call(submitReport, { body: { twitterUrl, username, description } });
  }
  const browser = await launchBrowser();
  for (const [name, viewport] of sizes) {
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
    await page.goto(stack.url);
    await page.getByRole('article').first().waitFor();
    await page.screenshot({ path: join(images, `home-${name}.png`) });
  }
  await browser.close();
} finally {
  await stack.stop();
  removeDatabase(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}
