import { Answer } from '@naughty-list/service-kit/http/route';

/** A page of an admin list with the total number of matches; never cached. */
export function answerAdminList<View>(views: View[], total: number): Answer<View[]> {
  return new Answer(200, views, { 'x-total-count': String(total), 'cache-control': 'no-store' });
}
