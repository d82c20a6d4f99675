import ChartColumn from 'lucide-react/icons/chart-column';
import Gift from 'lucide-react/icons/gift';
import ScrollText from 'lucide-react/icons/scroll-text';
import Siren from 'lucide-react/icons/siren';

/** The tabs of the panel and their paths; the first is the default. */
export const tabs = [
  { path: '/admin', label: 'Scammer Reports', Icon: Siren },
  { path: '/admin/nice-reports', label: 'Nice Reports', Icon: Gift },
  { path: '/admin/analytics', label: 'Site Analytics', Icon: ChartColumn },
  { path: '/admin/audit-log', label: 'Audit Log', Icon: ScrollText },
] as const;
