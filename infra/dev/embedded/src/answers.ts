import { type RequestOptions, request } from 'node:http';

const TIMEOUT_MS = 2_000;

/** Whether GET on this URL returns 200. */
export function answersOk(url: string, timeoutMs = TIMEOUT_MS): Promise<boolean> {
  return statusOf(url, { timeout: timeoutMs }).then((status) => status === 200);
}

/** Whether a Solana RPC endpoint responds to `getHealth`. */
export function rpcAnswers(url: string): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' });
  const options = { method: 'POST', headers: { 'content-type': 'application/json' } };
  return statusOf(url, options, body).then((status) => status === 200);
}

/** The status code, or 0 without a response. A new connection each time, since the other side may be terminating. */
function statusOf(url: string, options: RequestOptions, body?: string): Promise<number> {
  return new Promise((resolve) => {
    const call = request(url, { timeout: TIMEOUT_MS, ...options, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    call.on('error', () => resolve(0));
    call.on('timeout', () => {
      call.destroy();
      resolve(0);
    });
    call.end(body);
  });
}
