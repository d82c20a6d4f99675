import { type ErrorBody, errorStatus } from '@naughty-list/contracts/errors';
import { isSignature } from '@naughty-list/contracts/primitives';
import { receiptTexts } from '@naughty-list/contracts/receipt-texts';
import { VerificationId } from '@naughty-list/contracts/verifications';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendDocument } from '../responses/cached-response.ts';
import type { Pages } from './pages.ts';
import type { PageParts } from './renderer.ts';

const FOLDER = '/receipt/';

/** The page of a receipt, whose content the browser loads: 404 if there is none, 503 while that is unknown. */
export function createReceiptPage({
  pages,
  parts,
  onPage,
}: {
  pages: Pages;
  parts: Pick<PageParts, 'register' | 'log'>;
  onPage: (request: FastifyRequest) => void;
}): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  async function statusOf(signature: string): Promise<200 | 404 | 503> {
    if (!isSignature(signature) && !VerificationId.safeParse(signature).success) return errorStatus.not_found;
    try {
      const response = await parts.register.read(`/api/receipts/${signature}`, {
        maxAgeMs: 0,
        allowed: [errorStatus.not_found],
      });
      if (response.status === 200) return 200;
      // Compare the text: a service that lacks the endpoint responds `not_found` too.
      if (response.json<ErrorBody>().message === receiptTexts.unknown) return errorStatus.not_found;
    } catch (err) {
      parts.log.warn({ err }, 'a receipt could not be read; its page is sent with 503');
    }
    return errorStatus.service_unavailable;
  }

  return async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const status = await statusOf(path.slice(FOLDER.length).replace(/\/$/, ''));
    reply.header('x-robots-tag', 'noindex');
    if (status === 200) onPage(request);
    if (status === errorStatus.service_unavailable) reply.header('retry-after', '5');
    return sendDocument(request, reply, pages.receipt[status]);
  };
}
