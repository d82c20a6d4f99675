import { getSiteInfo } from '@naughty-list/contracts/site-info';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, Stage } from './gateway-under-test.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.build();
});
afterAll(() => stage.clear());

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

it('answers nothing where nothing is set, and refuses a contact that is no address', async () => {
  const { json } = await call((await stage.gateway()).url, getSiteInfo.path);
  expect(Object.values(json)).toEqual([null, null, null, null, null]);
  await expect(stage.gateway({ CONTACT_EMAIL: 'the north pole' })).rejects.toThrow(/CONTACT_EMAIL/);
  await expect(stage.gateway({ ROADMAP_NOW: 'tomorrow' })).rejects.toThrow(/ROADMAP_NOW/);
});
