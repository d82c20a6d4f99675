import { once } from 'node:events';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FontSet, fontSets, launchWithFonts } from './font-sets.ts';
import { shiftsOf, watchShifts } from './layout-shifts.ts';
import { cardOf } from './page-parts.ts';
import { DESKTOP, PHONE, startWeb, visit } from './web-under-test.ts';

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
    expect(await fontsOf(page, 'main article h3, main article p')).toEqual(['our Source Sans 3 ExtraLight']);
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
