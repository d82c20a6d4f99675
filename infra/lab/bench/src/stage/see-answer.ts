import { get } from 'node:http';
import type { SeenAnswer } from './bare-server.ts';

/** Headers that Node adds to every response. */
const added = new Set(['date', 'connection', 'keep-alive']);

/** Requests once and keeps the response byte for byte. */
export function seeAnswer(url: string, headers: Record<string, string>): Promise<SeenAnswer> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
        else resolve({ head: withoutAdded(response.rawHeaders), body: Buffer.concat(chunks) });
      });
    }).on('error', reject);
  });
}

function withoutAdded(raw: string[]): string[] {
  return raw.flatMap((name, at) =>
    at % 2 === 0 && !added.has(name.toLowerCase()) ? [name, raw[at + 1] ?? ''] : [],
  );
}
