import type { Database } from '@naughty-list/service-kit/database/database';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { Chat } from './link.ts';
import { countMembers } from './repository.ts';

/** Counts members, and members without a chat link; a shared link is everyone's. */
export function addMemberMetrics(metrics: Metrics, db: Database, chat: Chat): void {
  metrics.addSource({
    name: 'members',
    gauges: {
      members: { help: 'Members of the Secret Sausage Society' },
      members_uninvited: { help: 'Members without a link to the chat so far' },
    },
    async read() {
      const { members, uninvited } = await countMembers(db);
      return {
        members: [{ value: members }],
        members_uninvited: [{ value: chat.kind === 'invites' ? uninvited : 0 }],
      };
    },
  });
}
