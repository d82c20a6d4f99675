import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { getSiteInfo } from '@naughty-list/contracts/site-info';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { call, Stage, statusesOf } from './gateway-under-test.ts';

const stage = closeAfterAll(await Stage.build());
const files = {
  'index.html': '<link rel="canonical" href="%PUBLIC_ORIGIN%/"><p>home</p>',
  'about-naughty-list-memecoin.html': '<link rel="canonical" href="%PUBLIC_ORIGIN%/about"><p>about</p>',
  'shell.html': '<p>shell</p>',
  '404.html': '<p>not found</p>',
  'robots.txt': 'Allow: /\nSitemap: %PUBLIC_ORIGIN%/sitemap.xml\n',
  'sitemap.xml': '<loc>%PUBLIC_ORIGIN%/</loc>',
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(stage.webRoot, name), text);
const gateway = await stage.gateway({ PUBLIC_ORIGIN: 'https://naughty.example' });

const text = async (path: string, url = gateway.url) => (await call(url, path)).text;

it('answers each page as it was written, with the site’s own address', async () => {
  expect(await text('/')).toBe('<link rel="canonical" href="https://naughty.example/"><p>home</p>');
  for (const path of ['/about-naughty-list-memecoin', '/about-naughty-list-memecoin/?x=1']) {
    expect(await text(path)).toContain('href="https://naughty.example/about"><p>about</p>');
  }
});

it('answers a page that was not written with the empty app, and an unknown one with Page Not Found', async () => {
  expect(await text('/xmas-token-solana')).toBe('<p>shell</p>');
  expect(await text('/offline')).toBe('<p>shell</p>');
  expect(await call(gateway.url, '/nowhere')).toMatchObject({ status: 404, text: '<p>not found</p>' });
});

it.each(['/index.html', '/shell.html', '/404.html', '/INDEX.HTML', '/index%2ehtml'])(
  'does not answer %s with a template',
  async (path) => {
    expect(await call(gateway.url, path)).toMatchObject({ status: 404, text: '<p>not found</p>' });
  },
);

it('points search engines to the sitemap, which has absolute URLs', async () => {
  expect(await text('/robots.txt')).toBe('Allow: /\nSitemap: https://naughty.example/sitemap.xml\n');
  const sitemap = await call(gateway.url, '/sitemap.xml');
  expect(sitemap.text).toBe('<loc>https://naughty.example/</loc>');
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
});

it('bakes no wrong address in where its own is not known', async () => {
  const { url } = await stage.gateway();
  expect(await text('/', url)).toContain('href="/"');
  expect(await text('/robots.txt', url)).toBe('Allow: /\n');
  expect((await call(url, '/sitemap.xml')).status).toBe(404);
});

it('compresses pages for those who accept it', async () => {
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const sent = request(gateway.url, { headers: { 'accept-encoding': 'gzip, br' } }, (response) => {
      expect(response.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)));
    });
    sent.on('error', reject).end();
  });
  expect(brotliDecompressSync(bytes).toString()).toContain('<p>home</p>');
});

it('says 429 to a client that opens pages without end, politely, and to no other', async () => {
  const narrow = await stage.gateway({ RATE_LIMIT_READS_PER_MINUTE: '6', TRUST_PROXY: '1' });
  const load = (path: string, from: string) =>
    call(narrow.url, path, { headers: { 'x-forwarded-for': from, accept: 'text/html' } });
  const paths = ['/', '/?search=grinch1', '/nowhere', '/?search=grinch2', '/', '/nowhere'];
  const answers = [];
  for (const path of paths) answers.push(await load(path, '203.0.113.1'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 429, 429, 429]);
  const [refused] = answers.slice(-1);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused?.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(refused?.text).toContain('Please try again in a minute.');
  expect((await load('/', '203.0.113.2')).status).toBe(200);
  expect((await call(narrow.url, '/api/docs/json')).status).toBe(200);
});

it('gives the pages of an IPv6 network a budget, too: four clients’ per /56, ten per /48', async () => {
  const narrow = await stage.gateway({ RATE_LIMIT_READS_PER_MINUTE: '2', TRUST_PROXY: '1' });
  const load = (from: string) => call(narrow.url, '/', { headers: { 'x-forwarded-for': from } });
  const answered = async (addresses: string[]) =>
    (await statusesOf(addresses, load)).filter((status) => status === 200).length;
  expect(await answered(Array.from({ length: 9 }, (_, n) => `2001:db8:1:10${n}::1`))).toBe(4);
  expect(await answered(Array.from({ length: 15 }, (_, n) => `2001:db8:2:${n.toString(16)}00::1`))).toBe(10);
  expect(await answered(Array.from({ length: 20 }, (_, n) => `203.0.113.${n}`))).toBe(20);
});

describe('who runs the site', async () => {
  const stage = closeAfterAll(await Stage.build());

  it('answers who runs the site, and what they say, by the settings', async () => {
    const settings = {
      OPERATOR_NAME: 'North Pole Ltd',
      CONTACT_EMAIL: 'santa@example.com',
      TERMS_TEXT: 'Be kind.',
      ROADMAP_NOW: '2026 & Beyond',
    };
    const gateway = await stage.gateway(settings);
    const { status, json } = await call(gateway.url, getSiteInfo.path);
    expect([status, json]).toEqual([
      200,
      {
        operatorName: 'North Pole Ltd',
        contactEmail: 'santa@example.com',
        privacyText: null,
        termsText: 'Be kind.',
        roadmapNow: '2026 & Beyond',
      },
    ]);
  });

  it('names in security.txt where to report a vulnerability, if there is a contact', async () => {
    const path = '/.well-known/security.txt';
    const settings = { CONTACT_EMAIL: 'santa@example.com', PUBLIC_ORIGIN: 'https://naughty.example' };
    const { status, headers, text } = await call((await stage.gateway(settings)).url, path);
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const [contact, expires = '', ...others] = text.trim().split('\n');
    expect([contact, ...others]).toEqual([
      'Contact: mailto:santa@example.com',
      'Preferred-Languages: en',
      `Canonical: https://naughty.example${path}`,
    ]);
    const aheadMs = Date.parse(expires.replace('Expires: ', '')) - Date.now();
    expect(aheadMs).toBeGreaterThan(0);
    expect(aheadMs).toBeLessThan(365 * 86_400_000);
    expect((await call((await stage.gateway()).url, path)).status).toBe(404);
  });

  it('answers nothing where nothing is set, and refuses a contact that is no address', async () => {
    const { json } = await call((await stage.gateway()).url, getSiteInfo.path);
    expect(Object.values(json)).toEqual([null, null, null, null, null]);
    await expect(stage.gateway({ CONTACT_EMAIL: 'the north pole' })).rejects.toThrow(/CONTACT_EMAIL/);
    await expect(stage.gateway({ ROADMAP_NOW: 'tomorrow' })).rejects.toThrow(/ROADMAP_NOW/);
  });
});
