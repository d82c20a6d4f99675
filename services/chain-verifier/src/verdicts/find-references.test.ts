import { describe, expect, it } from 'vitest';
import { demand } from '../../test/conformance/judge-scenario.ts';
import { key } from '../../test/conformance/keys.ts';
import type { Memo } from '../chain/facts.ts';
import { findReferences } from './check-binding.ts';
import type { Demand } from './demand.ts';

const memo = (text: string | Uint8Array): Memo => {
  const bytes = Buffer.from(text as string);
  const isText = typeof text === 'string' && !text.includes('\0');
  return {
    path: '0',
    program: 'memo',
    bytes: bytes.toString('base64'),
    text: isText ? text : null,
    keys: [],
  };
};
const prefixes = ['LISTBURN', 'LISTCHAT-'];
function find(texts: (string | Uint8Array)[], wanted: Partial<Demand> = {}) {
  const asked = demand({ reference: 'LISTBURN007', referencePrefixes: prefixes, ...wanted });
  return findReferences(texts.map(memo), asked);
}
const others = (text: string, referencePrefixes = prefixes) => find([text], { referencePrefixes }).others;
const isCareless = (text: string, wanted: Partial<Demand> = {}) => find([text], wanted).careless.length > 0;

it('its own reference is found in any memo, and named once among others', () => {
  expect(find(['gm', ' listburn007\n'])).toEqual({
    memos: 2,
    own: true,
    others: [],
    onlyKeys: true,
    careless: [' listburn007\n'],
  });
  expect(find(['\n\n LISTBURN007 \r\n'])).toMatchObject({ own: true });
  expect(find(['LISTBURN008', 'for listburn008'])).toMatchObject({ own: false, others: ['listburn008'] });
  expect(find(['LISTBURN 007', 'LISTBURN007.', 'LISTBURN0'])).toMatchObject({ own: false });
  expect(find([])).toEqual({ memos: 0, own: false, others: [], onlyKeys: true, careless: [] });
});

describe('another reference', () => {
  it.each(['listburn008', 'listburn1234', 'listchat-a', 'listchat-A_b-1'])('%s is one', (text) => {
    expect(others(`for ${text}, please`)).toEqual([text.toLowerCase()]);
  });
  it.each([
    ['behind other letters', 'xlistburn008'],
    ['of two digits', 'listburn08'],
    ['of more zeros', 'listburn0008'],
    ['of letters and digits', 'listburnx008'],
    ['followed by letters', 'listburn008x'],
    ['of no number', 'listburn'],
    ['of nothing', 'listchat-'],
    ['of foreign letters at its end', 'listchat-aé'],
    ['of foreign letters at its beginning', 'listchat-éa'],
  ])('what is %s is none', (_what, text) => {
    expect(others(text)).toEqual([]);
  });
  it('of a prefix with a dash inside has a number', () => {
    expect(others('list-burnx', ['LIST-BURN'])).toEqual([]);
    expect(others('list-burn008', ['LIST-BURN'])).toEqual(['list-burn008']);
    expect(others('list_x', ['LIST_'])).toEqual(['list_x']);
  });
  it('is found in bytes that are not text', () => {
    const bytes = Buffer.concat([Buffer.from('LISTBURN008 '), Buffer.from([0xff])]);
    expect(find([bytes]).others).toEqual(['listburn008']);
    expect(find(['LISTBURN008\0']).others).toEqual(['listburn008']);
  });
});

it('keys are distinguished from numbers, and make their memo careless', () => {
  const texts = ['for listchat-a', 'LISTBURN008'];
  expect(find(texts)).toMatchObject({
    others: ['listchat-a', 'listburn008'],
    onlyKeys: false,
    careless: ['for listchat-a', 'LISTBURN008'],
  });
  expect(find(texts.slice(0, 1))).toMatchObject({ onlyKeys: true, careless: ['for listchat-a'] });
  expect(find(['listchat-a'], { reference: 'LISTCHAT-A' })).toMatchObject({ own: true, others: [] });
});

describe('a memo that looks like a reference', () => {
  it.each([
    'LISTBURN #8',
    'list-burn no. 8',
    'LISTBURN№8',
    'ＬＩＳＴＢＵＲＮ８',
    'lіstburn 8',
    'listburnabcdefgh8',
  ])('%s is careless', (text) => expect(isCareless(text)).toBe(true));
  it.each([
    'listburns forever',
    'list 8',
    'gm',
    '',
    'listburnabcdefghi8',
    'listchat no. 8',
    'listchat forever',
  ])('%j is not', (text) => expect(isCareless(text)).toBe(false));
  it('behind an open prefix has a digit at once, or twenty letters', () => {
    for (const text of ['listchat 8', `list chat: ${'a'.repeat(20)}`]) expect(isCareless(text)).toBe(true);
    expect(isCareless(`list chat: ${'a'.repeat(19)}`)).toBe(false);
  });
  it('is the reference itself, written otherwise', () => {
    expect(isCareless('list chat: abc', { reference: 'LISTCHAT-abc' })).toBe(true);
    expect(isCareless('list chat: abc', { reference: 'LISTCHAT-abd' })).toBe(false);
  });
  it('is a bare key, alone, where some prefix is followed by keys', () => {
    const text = key('a reference');
    expect(isCareless(text)).toBe(true);
    expect(isCareless(` ${text}\n`)).toBe(true);
    for (const other of [`${text} x`, `x ${text}`, `${text}${text}`, 'abc'])
      expect(isCareless(other)).toBe(false);
    expect(isCareless(text, { referencePrefixes: ['LISTBURN'] })).toBe(false);
  });
  it('may have letters of other alphabets, and not only those', () => {
    for (const text of ['ӏіѕтвυгո 8', 'ӏіѕτbυrn 8', 'LІЅТВURN 8']) expect(isCareless(text), text).toBe(true);
    expect(isCareless('ӏіѕтвυяn 8')).toBe(false);
    expect(isCareless('\u200b8', { referencePrefixes: ['-'] })).toBe(false);
  });
});
