import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser } from '@naughty-list/test-kit/browser';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decompress } from 'wawoff2';
import { shiftsOf, watchShifts } from './layout-shifts.ts';
import { cardOf } from './page-parts.ts';
import { DESKTOP, PHONE, startWeb, visit } from './web-under-test.ts';

const require = createRequire(import.meta.url);

/** Installed fonts of a device. Liberation Sans derives from Arimo: same outlines and widths. */
const fontSets = {
  'Noto Serif alone': [require.resolve('@fontsource/noto-serif/files/noto-serif-latin-400-normal.woff2')],
  'DejaVu and Liberation': [
    require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2'),
    require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2'),
    require.resolve('@fontsource/dejavu-serif/files/dejavu-serif-latin-400-normal.woff2'),
    require.resolve('@fontsource/arimo/files/arimo-latin-400-normal.woff2'),
    require.resolve('@fontsource/arimo/files/arimo-latin-700-normal.woff2'),
  ],
  Noto: [
    require.resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2'),
    require.resolve('@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff2'),
    require.resolve('@fontsource/noto-serif/files/noto-serif-latin-400-normal.woff2'),
  ],
} as const satisfies Record<string, readonly string[]>;

type FontSet = keyof typeof fontSets;

/** Launches a browser that only has these fonts installed. */
async function launchWithFonts(set: FontSet): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'naughty-list-fonts-'));
  const file = await installFonts(folder, fontSets[set]);
  const browser = await launchBrowser({ FONTCONFIG_FILE: file });
  return {
    browser,
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Browsers on Linux reject installed WOFF fonts, so they are unpacked; returns the fontconfig file. */
async function installFonts(folder: string, packed: readonly string[]): Promise<string> {
  const fonts = join(folder, 'fonts');
  mkdirSync(fonts);
  for (const [index, path] of packed.entries()) {
    writeFileSync(join(fonts, `${index}.ttf`), await decompress(readFileSync(path)));
  }
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
</fontconfig>
`,
  );
  return file;
}

const web = closeAfterAll(await startWeb());
// Letters outside the embedded font subsets.
await web.report({ username: 'still_elf', description: 'Zażółć: sold us a crème brûlée that never came.' });

describe.each(Object.keys(fontSets) as FontSet[])('on a device with %s', (set) => {
  let device: { browser: Browser; close: () => Promise<void> };
  beforeAll(async () => {
    device = await launchWithFonts(set);
  });
  afterAll(() => device?.close());

  test.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ])('nothing moves while the page loads, on a %s', async (_name, viewport) => {
    const { page } = await visit(device.browser, web.stack.url, { viewport });
    await watchShifts(page);
    const later = await holdFaces(page);
    await page.goto('/', { waitUntil: 'commit' });
    await cardOf(page, 'still_elf').waitFor();
    expect(await fontsOf(page, 'h1')).toEqual(['our Berkshire Swash']);
    expect(await fontsOf(page, '#naughty-list p')).toEqual(['our Source Sans 3 ExtraLight']);
    expect(await fontsOf(page, 'main article h3')).toEqual(['our Atkinson Hyperlegible']);
    await expect.poll(() => later.asked).not.toEqual([]);
    await later.letCome();
    expect(await shiftsOf(page)).toEqual([]);

    await page.reload({ waitUntil: 'networkidle' });
    await cardOf(page, 'still_elf').waitFor();
    expect(await shiftsOf(page)).toEqual([]);
  });
});

describe('over a slow connection', () => {
  let slow: Server;
  let url: string;
  beforeAll(async () => {
    slow = createServer((incoming, answer) => {
      const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
      const outgoing = request(new URL(incoming.url ?? '/', web.stack.url), { headers }, async (upstream) => {
        const { 'content-type': type } = upstream.headers;
        answer.writeHead(upstream.statusCode ?? 502, type ? { 'content-type': type } : {});
        if (headers['sec-fetch-dest'] === 'document') await sendInPieces(await text(upstream), answer);
        else upstream.pipe(answer);
      });
      incoming.pipe(outgoing);
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
  });
  afterAll(() => slow?.close());

  test.each([
    ['/', 'desktop', DESKTOP],
    ['/', 'phone', PHONE],
    ['/nice-list', 'desktop', DESKTOP],
    ['/nice-list', 'phone', PHONE],
  ])('nothing moves while %s arrives in pieces, on a %s', async (path, _name, viewport) => {
    const { page } = await web.visit({ baseURL: url, viewport });
    await watchShifts(page);
    await page.goto(path, { waitUntil: 'load' });
    expect(await shiftsOf(page)).toEqual([]);
  });
});

/** Pauses between chunks, so that the browser paints; if it does not, no shift is measured. */
async function sendInPieces(body: string, answer: ServerResponse): Promise<void> {
  const size = Math.ceil(body.length / 50);
  for (let at = 0; at < body.length; at += size) {
    answer.write(body.slice(at, at + size));
    await sleep(40);
  }
  answer.end();
}

/** Holds requests for font files until released; the release resolves once the fonts are loaded. */
async function holdFaces(page: Page): Promise<{ asked: string[]; letCome: () => Promise<void> }> {
  const asked: string[] = [];
  const held = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    asked.push(route.request().url());
    await held.promise;
    await route.continue();
  });
  const letCome = async () => {
    held.resolve();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.waitForLoadState('networkidle');
    await page.unroute('**/*.woff2');
  };
  return { asked, letCome };
}

/** Fonts used to render an element's text: web fonts or system fonts. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName, isCustomFont }) => `${isCustomFont ? 'our' : 'its'} ${familyName}`);
}
