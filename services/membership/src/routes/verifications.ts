import { verificationRoutes as routesOf } from '@naughty-list/payment-flow/routes';
import type { Route } from '@naughty-list/service-kit/http/route';
import { follow } from '../claims/wait-for-answer.ts';
import type { Context } from '../context.ts';

export function verificationRoutes(context: Context): Route[] {
  return routesOf({ ...context, follow: (id) => follow(context.db, context, id) });
}
