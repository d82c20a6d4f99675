import type { AdminRole } from '@naughty-list/contracts/admin-session';
import ChartColumn from 'lucide-react/icons/chart-column';
import Gift from 'lucide-react/icons/gift';
import Scale from 'lucide-react/icons/scale';
import ScrollText from 'lucide-react/icons/scroll-text';
import Siren from 'lucide-react/icons/siren';

/** The tabs of the panel and their paths; the first of a role is its default. */
const tabs = [
  { path: '/admin', label: 'Scammer Reports', Icon: Siren },
  { path: '/admin/nice-reports', label: 'Nice Reports', Icon: Gift },
  { path: '/admin/analytics', label: 'Site Analytics', Icon: ChartColumn },
  { path: '/admin/review', label: 'Review', Icon: Scale },
  { path: '/admin/audit-log', label: 'Audit Log', Icon: ScrollText },
] as const;

const ofModerators: readonly string[] = ['/admin/review', '/admin/audit-log'];

export const tabsOf = (role: AdminRole) =>
  role === 'admin' ? tabs : tabs.filter(({ path }) => ofModerators.includes(path));
