import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SeenAnswer } from './bare-server.ts';

/** The cost of a minimal server: head and body are prepared, and every client gets the same response. */
process.once('message', ({ head, body }: SeenAnswer) => {
  const bytes = Buffer.from(body);
  const server = createServer((_request, response) => {
    response.writeHead(200, head);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => {
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
});
process.on('disconnect', () => process.exit(0));
