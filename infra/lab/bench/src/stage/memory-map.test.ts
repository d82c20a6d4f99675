import { expect, it } from 'vitest';
import { readMemoryMap } from './memory-map.ts';

const mapping = (range: string, rights: string, name: string, kilobytes: number) =>
  `${range} ${rights} 00000000 08:01 42      ${name}\nSize:  9999 kB\nRss:   ${kilobytes} kB\nPss:    1 kB\n`;

it('distinguishes program, heap and malloc', () => {
  const smaps = [
    mapping('00400000-01000000', 'r-xp', '/opt/bin/node', 30_720),
    mapping('7f0000100000-7f0000140000', 'r--p', '/lib/libc.so.6', 1_024),
    mapping('02000000-03000000', 'rw-p', '[heap]', 2_048),
    mapping('7f1000040000-7f1000080000', 'rw-p', '', 256),
    mapping('7f2004000000-7f2004100000', 'rw-p', '', 512),
    mapping('7f3000001000-7f3000801000', 'rw-p', '', 128),
    mapping('7f4000000000-7f4008000000', 'rwxp', '', 1_536),
  ].join('');
  expect(readMemoryMap(smaps)).toEqual({
    'the program Node': 30_720 * 1_024,
    libraries: 1_024 * 1_024,
    'heap of V8': 256 * 1_024,
    'compiled code': 1_536 * 1_024,
    'everything else (malloc, stacks)': (2_048 + 512 + 128) * 1_024,
  });
});
