import { ChartColumn, Gift, ScrollText, Siren } from 'lucide-react';

/** The tabs of the panel and their paths; the first is the default. */
export const tabs = [
  { path: '/admin', label: 'Scammer Reports', Icon: Siren },
  { path: '/admin/nice-reports', label: 'Nice Reports', Icon: Gift },
  { path: '/admin/analytics', label: 'Site Analytics', Icon: ChartColumn },
  { path: '/admin/audit-log', label: 'Audit Log', Icon: ScrollText },
] as const;
