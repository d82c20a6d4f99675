import { verifierUnavailable } from '@naughty-list/payment-flow/open';
import { visitorOf } from '@naughty-list/payment-flow/routes';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { findReferenceOf, obtainReference, type Reference } from '../references/references.ts';

/** The visitor's existing reference, or a new one with current terms. */
export async function referenceFor(
  { db, chainVerifier }: Pick<Context, 'db' | 'chainVerifier'>,
  raw: FastifyRequest,
): Promise<Reference> {
  const visitor = visitorOf(raw);
  const known = await findReferenceOf(db, visitor);
  return (
    known ?? obtainReference(db, chainVerifier, visitor).catch((error) => verifierUnavailable(raw.log, error))
  );
}
