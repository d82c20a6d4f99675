import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Handler = (path: string, response: ServerResponse, request: IncomingMessage) => void;

export type StandIn = {
  url: string;
  /** Requested paths. */
  asked: string[];
  /** Handles the next calls; `undefined` brings back the usual answers. */
  answerWith(handler: Handler | undefined): void;
  stop(): Promise<void>;
};

/** A local server in place of a third party. */
export async function startStandIn(usual: Handler): Promise<StandIn> {
  const asked: string[] = [];
  let handler = usual;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    handler(path, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answerWith: (next) => {
      handler = next ?? usual;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
