import { createLog } from '@naughty-list/service-kit/telemetry/log';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { addLazyPlugin } from './lazy-plugin.ts';

const log = createLog('gateway', 'silent');

it('makes a part with the first request, once, and passes what is asked and answered', async () => {
  const app = fastify();
  let made = 0;
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-scope', 'holds'));
  addLazyPlugin(app, {
    path: '/part',
    packages: ['fastify'],
    make: async () => {
      made += 1;
      return (part, _options, done) => {
        part.get('/part/page', (_request, reply) => reply.type('text/html').send('<p>cold</p>'));
        part.put('/part/:name', ({ params, query, body, headers }) => ({
          ...(params as object),
          ...(query as object),
          body,
          ifMatch: headers['if-match'],
        }));
        done();
      };
    },
    page: (html) => html.replace('cold', 'warm'),
    log,
  });
  await app.ready();
  expect(made).toBe(0);
  const [page, put, empty, unknown] = await Promise.all([
    app.inject('/part/page'),
    app.inject({
      method: 'PUT',
      url: '/part/one?two=3',
      payload: { four: 5 },
      headers: { 'if-match': '"6"' },
    }),
    app.inject({ method: 'PUT', url: '/part/one', headers: { 'content-type': 'application/json' } }),
    app.inject('/part/unknown'),
  ]);
  expect(page).toMatchObject({ payload: '<p>warm</p>', headers: { 'x-scope': 'holds' } });
  expect(put.json()).toEqual({ name: 'one', two: '3', body: { four: 5 }, ifMatch: '"6"' });
  expect(empty.json()).toEqual({ name: 'one' });
  expect([unknown.statusCode, unknown.json()]).toMatchObject([404, { code: 'not_found' }]);
  expect(made).toBe(1);
  await app.close();
});

it('asks again for what could not be made', async () => {
  const app = fastify();
  let tries = 0;
  const make = async () => {
    tries += 1;
    if (tries === 1) throw new Error('not now');
    return (part: Parameters<typeof addLazyPlugin>[0], _options: unknown, done: () => void) => {
      part.get('/part', () => 'there');
      done();
    };
  };
  addLazyPlugin(app, { path: '/part', packages: [], make, log });
  expect((await app.inject('/part')).statusCode).toBe(500);
  expect((await app.inject('/part')).payload).toBe('there');
  await app.close();
});

it('does not start without the packages that it will need', () => {
  const part = { path: '/part', packages: ['fastify', 'no-such-package'], make: async () => () => {}, log };
  expect(() => addLazyPlugin(fastify(), part)).toThrow('no-such-package');
});
