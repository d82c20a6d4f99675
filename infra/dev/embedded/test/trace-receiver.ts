import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedSpan = { traceId: string; service: string; name: string };

type Attribute = { key: string; value: { stringValue?: string } };
type Payload = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: { traceId: string; name: string }[] }[];
  }[];
};

/** A span collector (OTLP over HTTP, JSON) that stores what it receives. */
export async function startTraceReceiver(): Promise<{
  url: string;
  spansOf(traceId: string): ReceivedSpan[];
  spans: ReceivedSpan[];
  close(): Promise<void>;
}> {
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === '/v1/traces') spans.push(...readSpans(JSON.parse(Buffer.concat(chunks).toString())));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    spansOf: (traceId) => spans.filter((span) => span.traceId === traceId),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function readSpans({ resourceSpans }: Payload): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === 'service.name');
    const service = name?.value.stringValue ?? '';
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service })));
  });
}
