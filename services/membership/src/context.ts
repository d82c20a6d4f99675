import { openPaymentContext, type PaymentContext } from '@naughty-list/payment-flow/context';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { BaseContext } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import { membershipClaims } from './claims/claim.ts';
import { type MembershipPayment, membershipPayment } from './claims/payment-kind.ts';
import type { Config, Constants } from './config.ts';
import { openTelegram } from './invites/telegram.ts';
import { type Chat, countMembers } from './members/repository.ts';

/** The parts that routes and jobs share. */
export type Context = BaseContext<Config, Constants> &
  PaymentContext & {
    chat: Chat;
    /** What a payment demands and does here: a membership. */
    paymentKind: MembershipPayment;
  };

export function openContext(base: BaseContext<Config, Constants>): Context {
  const { config, constants, db, metrics } = base;
  const parts = openPaymentContext(base, membershipClaims, { purpose: 'membership', service: 'membership' });
  const chat = chatOf(config, constants);
  addMemberMetrics(metrics, db, chat);
  return { ...base, ...parts, chat, paymentKind: membershipPayment };
}

/** A configured bot takes precedence over a shared link. */
function chatOf(config: Config, constants: Constants): Chat {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_CHAT_ID: chatId, TELEGRAM_INVITE_LINK: link } = config;
  if (token && chatId) {
    const { telegramApiUrl: apiUrl, telegramTimeoutMs: timeoutMs } = constants;
    return {
      kind: 'invites',
      telegram: openTelegram({ apiUrl, token, chatId, timeoutMs }),
    };
  }
  if (!link) throw new Error('No link to the chat is configured');
  return { kind: 'fixed', link };
}

/** Counts members, and members without a chat link: none with a shared link. */
function addMemberMetrics(metrics: Metrics, db: Database, chat: Chat): void {
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
