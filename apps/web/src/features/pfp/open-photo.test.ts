import fc from 'fast-check';
import { expect, test } from 'vitest';
import { imageSize } from './open-photo.ts';

const text = (value: string) => [...value].map((sign) => sign.charCodeAt(0));
const sixteen = (value: number) => [value >> 8, value & 0xff];
const zeros = (count: number) => Array<number>(count).fill(0);

const png = [0x89, ...text('PNG\r\n\x1a\n'), ...zeros(4), ...text('IHDR'), 0, 0, 0x75, 0x30, 0, 0, 0, 9];
const gif = [...text('GIF89a'), 0x20, 0x03, 0x58, 0x02];
const riff = [...text('RIFF'), ...zeros(4), ...text('WEBP')];
const extended = [...riff, ...text('VP8X'), ...zeros(8), 0xff, 0x0f, 0, 0xff, 0x07, 0];
const lossless = [...riff, ...text('VP8L'), ...zeros(4), 0x2f, 0x1f, 0xc3, 0x95, 0];
const lossy = [...riff, ...text('VP8 '), ...zeros(10), 0x40, 0x06, 0xb0, 0x04];
const exif = [0xff, 0xe1, ...sixteen(6), 1, 2, 3, 4];
const tables = [0xff, 0xc4, ...sixteen(4), 9, 9];
const frame = [0xff, 0xc2, ...sixteen(17), 8, ...sixteen(3024), ...sixteen(4032)];
const jpeg = [0xff, 0xd8, ...exif, ...tables, 0xff, ...frame];

test.each([
  ['a PNG', png, { width: 30_000, height: 9 }],
  ['a GIF', gif, { width: 800, height: 600 }],
  ['an extended WebP', extended, { width: 4096, height: 2048 }],
  ['a lossless WebP', lossless, { width: 800, height: 600 }],
  ['a lossy WebP', lossy, { width: 1600, height: 1200 }],
  ['a JPEG behind its EXIF data', jpeg, { width: 4032, height: 3024 }],
  ['something else', text('BM and more of it'), undefined],
  ['nothing', [], undefined],
])('reads the size of %s', (_kind, bytes, size) => {
  expect(imageSize(new Uint8Array(bytes))).toEqual(size);
});

test('neither truncated nor hostile bytes make it fail or hang', () => {
  const start = fc.constantFrom(png, gif, extended, lossless, lossy, jpeg, []);
  fc.assert(
    fc.property(start, fc.nat(60), fc.uint8Array({ maxLength: 200 }), (head, cut, tail) => {
      const size = imageSize(new Uint8Array([...head.slice(0, cut), ...tail]));
      expect(size === undefined || (size.width >= 0 && size.height >= 0)).toBe(true);
    }),
  );
});
