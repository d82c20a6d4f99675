import { expect, it } from 'vitest';
import { AnswerReader, type Head } from './answer-reader.ts';

const answers =
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello' +
  'HTTP/1.1 204 No Content\r\nX: y\r\n\r\n' +
  'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n' +
  'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n\r\n\r\nHTTP!';

it.each([1, 2, 3, 7, 20, 1_000])('reads every response once, whatever the chunks (%d bytes)', (size) => {
  const seen: Head[] = [];
  const reader = new AnswerReader((head) => seen.push(head));
  const bytes = Buffer.from(answers);
  const memory = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const length = bytes.copy(memory, 0, at, at + size);
    reader.take(memory.subarray(0, length));
  }
  expect(seen).toEqual([
    { status: 200, contentLength: 5 },
    { status: 204, contentLength: 0 },
    { status: 404, contentLength: 0 },
    { status: 200, contentLength: 9 },
  ]);
});

it('does not guess where an answer ends', () => {
  const reader = new AnswerReader(() => {});
  const chunked = Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
  expect(() => reader.take(chunked)).toThrow('without a content-length');
});
