import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import { submitReport } from '@naughty-list/contracts/reports';
import { truncateAddress } from '@naughty-list/gateway/clients/address';
import { allocationIdOf, createClientIds, networkIdOf } from '@naughty-list/gateway/clients/client-id';
import { route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { call, postJson, Stage } from './gateway-under-test.ts';

describe('addresses', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0', '203.0.113.77'],
    ['::ffff:203.0.113.77', '203.0.113.0', '203.0.113.77'],
    ['::ffff:cb00:714d', '203.0.113.0', '203.0.113.77'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::', '2001:db8:1:2::'],
    ['2001:0DB8:0001:0002::6', '2001:db8:1::', '2001:db8:1:2::'],
    ['2001:db8::1', '2001:db8:0::', '2001:db8:0:0::'],
    ['fe80::1%eth0', 'fe80:0:0::', 'fe80:0:0:0::'],
    ['::1', '0:0:0::', '0:0:0:0::'],
    ['not an address', null, null],
  ])('%s is stored as %s and limited as %s', (address, stored, limited) => {
    expect(truncateAddress(address, { v4Bits: 24, v6Bits: 48 })).toBe(stored);
    expect(truncateAddress(address, { v4Bits: 32, v6Bits: 64 })).toBe(limited);
  });

  it('are hidden in client ids, which differ with the secret', () => {
    const ids = createClientIds('a'.repeat(32));
    expect(ids('203.0.113.7')).toMatch(/^[\w-]{22}$/);
    expect(ids('::ffff:203.0.113.7')).toBe(ids('203.0.113.7'));
    expect(ids('203.0.113.8')).not.toBe(ids('203.0.113.7'));
    expect(ids('2001:db8:0:1::5')).toBe(ids('2001:db8:0:1:ffff::'));
    expect(ids('2001:db8:0:2::5')).not.toBe(ids('2001:db8:0:1::5'));
    expect(createClientIds('b'.repeat(32))('203.0.113.7')).not.toBe(ids('203.0.113.7'));
  });

  it('of a network have one id: IPv4 by /24, IPv6 by /48', () => {
    const ids = createClientIds('a'.repeat(32));
    const networks = (address: string) => networkIdOf(ids, address);
    expect(networks('203.0.113.7')).toMatch(/^[\w-]{22}$/);
    expect(networks('203.0.113.8')).toBe(networks('203.0.113.7'));
    expect(networks('203.0.114.7')).not.toBe(networks('203.0.113.7'));
    expect(networks('2001:db8:0:1::5')).toBe(networks('2001:db8:0:ff02::5'));
    expect(networks('2001:db8:1:1::5')).not.toBe(networks('2001:db8:0:1::5'));
  });

  it('of an allocation have one id: IPv4 by /24, IPv6 by /32', () => {
    const ids = createClientIds('a'.repeat(32));
    const allocations = (address: string) => allocationIdOf(ids, address);
    expect(allocations('203.0.113.8')).toBe(allocations('203.0.113.7'));
    expect(allocations('203.0.114.7')).not.toBe(allocations('203.0.113.7'));
    expect(allocations('2001:db8:ffff:1::5')).toBe(allocations('2001:db8:0:ff02::5'));
    expect(allocations('2001:db9:0:1::5')).not.toBe(allocations('2001:db8:0:1::5'));
  });
});

describe('limits', async () => {
  /** From where the service was called. */
  let seen: { client: string; network: string; allocation: string }[] = [];
  const stage = closeAfterAll(await Stage.build());
  const { url } = await stage.service([
    route(getHitCounter, async ({ clientId: client, networkId: network, raw: { allocationId } }) => {
      seen.push({ client, network, allocation: allocationId });
      return { hitCount: 1 };
    }),
    route(submitReport, async () => JSON.parse('{"id":1}')),
  ]);
  const services = { REPORTS_URL: url, ANALYTICS_URL: url };

  const read = (url: string, headers: Record<string, string> = {}, from?: string) =>
    call(url, '/api/hit-counter', { headers, ...(from ? { from } : {}) });

  it('count each client for itself', async () => {
    const { url } = await stage.gateway({ ...services, RATE_LIMIT_READS_PER_MINUTE: '3' });
    for (let n = 0; n < 3; n += 1) expect((await read(url)).status).toBe(200);
    const refused = await read(url);
    expect(refused.status).toBe(429);
    const retryAfter = Number(refused.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(refused.json).toEqual({
      message: expect.stringMatching(/^Too many requests\. Please try again in \d+ seconds?\.$/),
      code: 'too_many_requests',
      retryAfter,
    });
    expect((await read(url, {}, '127.0.0.2')).status).toBe(200);
  });

  it('count reads and writes apart, all routes of a class together, and unknown ones too', async () => {
    const { url } = await stage.gateway({
      ...services,
      RATE_LIMIT_READS_PER_MINUTE: '2',
      RATE_LIMIT_WRITES_PER_MINUTE: '1',
    });
    expect((await read(url)).status).toBe(200);
    expect((await call(url, '/api/unknown')).status).toBe(404);
    expect((await call(url, '/api/scammer-reports')).status).toBe(429);
    expect((await postJson(url, '/api/scammer-reports', {})).status).toBe(400);
    expect((await postJson(url, '/api/nice-reports', {})).status).toBe(429);
  });

  it('leave pages, assets and health alone', async () => {
    const { url } = await stage.gateway({ ...services, RATE_LIMIT_READS_PER_MINUTE: '4' });
    for (let n = 0; n < 4; n += 1) await read(url);
    for (const path of ['/', '/', '/assets/index-B4k1fG_2.js', '/health/live', '/health/ready']) {
      expect((await call(url, path)).status).toBe(200);
    }
    expect((await read(url)).status).toBe(429);
  });

  it('do not let a client choose its address', async () => {
    const { url } = await stage.gateway({ ...services, RATE_LIMIT_READS_PER_MINUTE: '1' });
    await read(url, { 'x-forwarded-for': '198.51.100.1' });
    const again = await read(url, {
      'x-forwarded-for': '198.51.100.2',
      'x-client-id': 'me',
      forwarded: 'for=1.2.3.4',
    });
    expect(again.status).toBe(429);
  });

  it.each(['1', '127.0.0.1', '127.0.0.0/8, 10.0.0.0/8'])(
    'believe a trusted proxy (%s), one hop',
    async (proxy) => {
      const { url } = await stage.gateway({
        ...services,
        RATE_LIMIT_READS_PER_MINUTE: '1',
        TRUST_PROXY: proxy,
      });
      seen = [];
      expect((await read(url, { 'x-forwarded-for': '198.51.100.1' })).status).toBe(200);
      expect((await read(url, { 'x-forwarded-for': '198.51.100.2' })).status).toBe(200);
      expect((await read(url, { 'x-forwarded-for': '203.0.113.9, 198.51.100.1' })).status).toBe(429);
      const [first, second] = seen;
      expect(second).toEqual({ ...first, client: expect.not.stringContaining(String(first?.client)) });
      expect(first?.allocation).not.toBe(first?.network);
    },
  );
});
