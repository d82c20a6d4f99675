import { openCheckpoint, signCheckpoint } from '@naughty-list/ledger/checkpoint';
import { packEntries, parseTilePath, tilePath, unpackEntries } from '@naughty-list/ledger/entries';
import { leafHash } from '@naughty-list/ledger/hashes';
import {
  createSigner,
  makePrivateKey,
  openNote,
  parseVerifierKey,
  signNote,
  verifierKey,
} from '@naughty-list/ledger/note';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const signer = createSigner('list.example/log', makePrivateKey());
const other = createSigner('other.example/log', makePrivateKey());

describe('a signed note', () => {
  // The example of C2SP signed-note.
  const example =
    'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';
  const exampleKey = parseVerifierKey(
    'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  );

  it('is opened as the specification’s example is', () => {
    expect(exampleKey && openNote(example, [exampleKey])?.text).toBe('This is an example message.\n');
  });

  it('is refused with any character of text or signature changed, and opened unchanged', () => {
    const note = signNote('first line\n\nlast line\n', signer);
    expect(openNote(note, [signer])?.text).toBe('first line\n\nlast line\n');
    for (let at = 0; at < note.length; at++) {
      const changed = `${note.slice(0, at)}${note[at] === 'A' ? 'B' : 'A'}${note.slice(at + 1)}`;
      expect(openNote(changed, [signer]), changed).toBeUndefined();
    }
  });

  it('ignores signatures of unknown keys, but not a wrong one of a known key', () => {
    const text = 'text\n';
    const [, mine] = signNote(text, signer).split('\n\n');
    const [, theirs] = signNote(text, other).split('\n\n');
    const [, wrong] = signNote('another text\n', other).split('\n\n');
    expect(openNote(`${text}\n${theirs}${mine}`, [signer])?.signedBy).toEqual([signer]);
    expect(openNote(`${text}\n${theirs}${mine}`, [signer, other])?.signedBy).toHaveLength(2);
    expect(openNote(`${text}\n${theirs}`, [signer])).toBeUndefined();
    expect(openNote(`${text}\n${wrong}${mine}`, [signer, other])).toBeUndefined();
    expect(openNote(`${text}\n${wrong}${mine}`, [signer])?.signedBy).toEqual([signer]);
  });

  it.each([
    '',
    'text',
    'text\n',
    '\n\n',
    'text\n\n— a\n',
    'te\txt\n\n— a AAAAAAAA\n',
    `${'x'.repeat(70_000)}\n\n— a AAAA\n`,
  ])('is none: %j', (note) => expect(openNote(note, [signer])).toBeUndefined());

  it('keys have one text each', () => {
    const text = verifierKey(signer);
    expect(parseVerifierKey(text)).toEqual({
      name: signer.name,
      keyId: signer.keyId,
      publicKey: signer.publicKey,
    });
    for (const wrong of [
      text.toUpperCase(),
      `${text}=`,
      text.replace('list', 'mist'),
      text.slice(0, -4),
      '',
      'a+b+c',
    ])
      expect(parseVerifierKey(wrong)).toBeUndefined();
    expect(() => createSigner('a name', makePrivateKey())).toThrow(TypeError);
  });
});

describe('a checkpoint', () => {
  const root = leafHash(Buffer.from('root'));

  it('is what was signed', () => {
    expect(openCheckpoint(signCheckpoint({ size: 70_000, root }, signer), signer)).toEqual({
      origin: signer.name,
      size: 70_000,
      root,
    });
  });

  it.each([
    ['of another log', signCheckpoint({ size: 1, root }, other)],
    ['with another origin', signNote(`other\n1\n${root.toString('base64')}\n`, signer)],
    ['with a leading zero', signNote(`${signer.name}\n01\n${root.toString('base64')}\n`, signer)],
    ['with a size that is none', signNote(`${signer.name}\n-1\n${root.toString('base64')}\n`, signer)],
    [
      'with a size beyond whole numbers',
      signNote(`${signer.name}\n9007199254740993\n${root.toString('base64')}\n`, signer),
    ],
    ['with a short root', signNote(`${signer.name}\n1\nAAAA\n`, signer)],
    ['with an extension line', signNote(`${signer.name}\n1\n${root.toString('base64')}\nmore\n`, signer)],
    ['without a root', signNote(`${signer.name}\n1\n`, signer)],
  ])('%s is refused', (_, note) => expect(openCheckpoint(note, signer)).toBeUndefined());
});

describe('a tile', () => {
  it.each([
    [{ of: 0, index: 0, width: 256 }, '0/000'],
    [{ of: 0, index: 1_234_067, width: 256 }, '0/x001/x234/067'],
    [{ of: 2, index: 999, width: 1 }, '2/999.p/1'],
    [{ of: 'entries', index: 1_000, width: 255 }, 'entries/x001/000.p/255'],
  ] as const)('%o has the path %s', (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual(tile);
  });

  it.each([
    '0/0',
    '0/0000',
    '00/000',
    '100/000',
    '0/x000/000',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/01',
    '-1/000',
    '0/001/000',
    'entries/',
    '0/000/',
    '/0/000',
    '0/000.p/',
    'x/000',
    '0/x999/x999/x999/x999/x999/x999/999',
    '0/../000',
    '0/00a',
  ])('has not the path %s', (path) => expect(parseTilePath(path)).toBeUndefined());

  it('has one path, and a path one tile', () => {
    fc.assert(
      fc.property(fc.nat(63), fc.maxSafeNat(), fc.integer({ min: 1, max: 256 }), (of, index, width) => {
        expect(parseTilePath(tilePath({ of, index, width }))).toEqual({ of, index, width });
      }),
    );
  });
});

describe('a bundle of entries', () => {
  it('has them as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }), (entries) => {
        expect(unpackEntries(packEntries(entries))).toEqual(entries.map((entry) => Buffer.from(entry)));
      }),
    );
  });

  it('is refused where it ends early, and where an entry is too long', () => {
    const bundle = packEntries([Buffer.from('one'), Buffer.from('two')]);
    for (const length of [1, 3, 6, 9])
      expect(() => unpackEntries(bundle.subarray(0, length))).toThrow(RangeError);
    expect(() => packEntries([Buffer.alloc(65_536)])).toThrow(RangeError);
  });
});
