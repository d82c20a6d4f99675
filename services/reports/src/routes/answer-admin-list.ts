import { Answer } from '@naughty-list/service-kit/route';

/** A page for admins with the number of all that match; nobody keeps it. */
export function answerAdminList<View>(views: View[], total: number): Answer<View[]> {
  return new Answer(200, views, { 'x-total-count': String(total), 'cache-control': 'no-store' });
}
