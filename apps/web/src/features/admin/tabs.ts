import type { AdminRole } from '@naughty-list/contracts/admin-session';
import ChartColumn from 'lucide-react/icons/chart-column';
import Coins from 'lucide-react/icons/coins';
import Gift from 'lucide-react/icons/gift';
import Scale from 'lucide-react/icons/scale';
import ScrollText from 'lucide-react/icons/scroll-text';
import Siren from 'lucide-react/icons/siren';
import UserRound from 'lucide-react/icons/user-round';
import UsersRound from 'lucide-react/icons/users-round';

/** The review desk. */
export const DESK = '/admin/review';

/** The tabs of the panel and their paths; the first of a role is its default. */
const tabs = [
  { path: '/admin', label: 'Scammer Reports', Icon: Siren },
  { path: '/admin/nice-reports', label: 'Nice Reports', Icon: Gift },
  { path: '/admin/analytics', label: 'Site Analytics', Icon: ChartColumn },
  { path: DESK, label: 'Review', Icon: Scale },
  { path: '/admin/payments', label: 'Payments', Icon: Coins },
  { path: '/admin/audit-log', label: 'Audit Log', Icon: ScrollText },
  { path: '/admin/accounts', label: 'Staff', Icon: UsersRound },
  { path: '/admin/account', label: 'Your Account', Icon: UserRound },
] as const;

const ofModerators: readonly string[] = [DESK, '/admin/audit-log', '/admin/account'];

/** The tabs of a role; the desk comes first while something waits there. */
export function tabsOf(role: AdminRole, { waiting }: { waiting: number }) {
  const own = role === 'admin' ? tabs : tabs.filter(({ path }) => ofModerators.includes(path));
  const isDesk = ({ path }: { path: string }) => path === DESK;
  return waiting > 0 ? [...own.filter(isDesk), ...own.filter((tab) => !isDesk(tab))] : own;
}
