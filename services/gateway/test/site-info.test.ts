import { getSiteInfo } from '@naughty-list/contracts/site-info';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { call, Stage } from './gateway-under-test.ts';

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
