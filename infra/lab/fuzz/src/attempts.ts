import fc, { type Arbitrary } from 'fast-check';
import { hostile } from './hostile.ts';
import type { Sent } from './sent.ts';
import { filledPath, type Seed, type Target } from './targets.ts';
import { fitting, hostileText, hostileValue, payloads } from './values.ts';

/** Derives a request from a valid call, and describes the change. */
export type Attempt = { what: string; from: number; make: (seed: Seed) => Sent };

type Change = { what: string; make: (seed: Seed) => Sent };

/** Valid, nearly valid and hostile requests for one target. */
export function attemptsAt(target: Target): Arbitrary<Attempt> {
  const changes: { weight: number; arbitrary: Arbitrary<Change> }[] = [
    { weight: 3, arbitrary: fc.constant({ what: 'right', make: (seed) => written(target, seed) }) },
    {
      weight: 5,
      arbitrary: hostile.map(({ what, change }) => ({ what, make: (seed) => change(written(target, seed)) })),
    },
    { weight: 2, arbitrary: inQuery(target) },
  ];
  if (target.body) changes.push({ weight: 10, arbitrary: inBody(target) });
  if (target.query) changes.push({ weight: 4, arbitrary: inQuery(target) });
  const names = [...target.pattern.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  if (target.endpoint && names.length > 0) changes.push({ weight: 4, arbitrary: inParams(target, names) });
  return fc
    .record({ from: fc.nat(), change: fc.oneof(...changes) })
    .map(({ from, change }) => ({ from, ...change }));
}

const JSON_TYPE = { 'content-type': 'application/json' };

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** A call in wire format. */
function written({ method, pattern }: Target, seed: Seed, text?: string, addition = ''): Sent {
  const fields = Object.entries(seed.query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  const query = [...fields, ...(addition === '' ? [] : [addition])].join('&');
  const mark = pattern.includes('?') ? '&' : '?';
  const path = filledPath(pattern, seed.params) + (query === '' ? '' : mark + query);
  const body = text ?? (seed.body === undefined ? undefined : JSON.stringify(seed.body));
  const type = body === undefined ? {} : JSON_TYPE;
  return {
    method,
    path,
    headers: { ...type, ...seed.headers },
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  };
}

function inBody(target: Target): Arbitrary<Change> {
  const schema = target.body ?? {};
  const name = fc.constantFrom(...Object.keys(schema.properties ?? { nothing: {} }));
  const with_ = (seed: Seed, more: object) => ({ ...seed, body: { ...(seed.body as object), ...more } });
  const broken = fc.tuple(name, hostileValue).map(([field, value]) => ({
    what: `${field} broken`,
    make: (seed: Seed) => written(target, with_(seed, { [field]: value })),
  }));
  const missing = name.map((field) => ({
    what: `no ${field}`,
    make: (seed: Seed) => written(target, with_(seed, { [field]: undefined })),
  }));
  const extra = fc.tuple(fc.constantFrom(...payloads), hostileValue).map(([field, value]) => ({
    what: 'one field more',
    make: (seed: Seed) => written(target, with_(seed, Object.fromEntries([[field, value]]))),
  }));
  const twice = fc
    .tuple(fc.oneof(name, fc.constantFrom('__proto__', 'constructor')), hostileValue)
    .map(([field, value]) => ({
      what: `${field} twice`,
      make: (seed: Seed) => {
        const text = JSON.stringify(seed.body ?? {});
        const again = `${JSON.stringify(field)}:${JSON.stringify(value) ?? 'null'}`;
        return written(target, seed, text === '{}' ? `{${again}}` : `${text.slice(0, -1)},${again}}`);
      },
    }));
  const fromSchema = fitting(schema).map((body) => ({
    what: 'from the schema',
    make: (seed: Seed) => written(target, { ...seed, body }),
  }));
  const mixed = fc.tuple(name, fitting(schema)).map(([field, value]) => ({
    what: `${field} from the schema`,
    make: (seed: Seed) =>
      written(target, with_(seed, { [field]: (value as Record<string, unknown>)[field] })),
  }));
  return fc.oneof({ weight: 4, arbitrary: broken }, missing, extra, twice, fromSchema, mixed);
}

function inQuery(target: Target): Arbitrary<Change> {
  const name = fc.constantFrom(...Object.keys(target.query?.properties ?? { q: {} }));
  const value = fc.oneof(
    hostileText,
    fc.constantFrom(...'0 1 1000 1001 2147483647 2147483648 1e3 0x10 1.5 +5 ٥'.split(' '), '', ' 5'),
  );
  return fc
    .tuple(name, value, fc.constantFrom('one', 'twice', 'nested', 'raw'))
    .map(([field, text, how]) => ({
      what: `query ${field} ${how}`,
      make: (seed: Seed) => {
        const { [field]: _old, ...others } = seed.query;
        const one = `${field}=${encoded(text)}`;
        const raw = `${field}=${text.replace(/[^\x21-\x7e]/g, '%')}%ED%A0%80%zz%`;
        const written_ = {
          one,
          twice: `${one}&${one}`,
          nested: `${field}[a][]=${encoded(text)}&${field}.b=1`,
          raw,
        };
        return written(target, { ...seed, query: others }, undefined, written_[how as 'one']);
      },
    }));
}

const brokenIds =
  `0 -1 2147483647 2147483648 1e3 0x10 %30 %2e%2e .. . %00 %2f %252e %zz % ;a=b 1;a $ ( * ٣ %D9%A3
  look_ look_%00 look_${'a'.repeat(60)} membership_%00 membership_00000000-0000-4000-8000-000000000000%00
  removal_%00 removal_00000000-0000-4000-8000-000000000000 claim_1 6f2c0f2e-4a52-4d8c-9f57-30a1a3f1c0de`.split(
    /\s+/,
  );

function inParams(target: Target, names: string[]): Arbitrary<Change> {
  const value = fc.oneof(
    hostileText.map((text) => encoded(text.slice(0, 300))),
    fc.constantFrom(...brokenIds).map((text) => text.replace(/[^\x21-\x7e]/g, encoded)),
  );
  return fc.tuple(fc.constantFrom(...names), value).map(([name, text]) => ({
    what: `${name} broken`,
    make: (seed: Seed) => written(target, { ...seed, params: { ...seed.params, [name]: text } }),
  }));
}
