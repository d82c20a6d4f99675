import { type AdminRole, logOut } from '@naughty-list/contracts/admin-session';
import { reviewKinds } from '@naughty-list/contracts/review';
import { formatWhole } from '@naughty-list/contracts/tokens';
import { getWaiting, type Waiting as WaitingFacts } from '@naughty-list/contracts/waiting';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useMatches, useNavigate } from '@tanstack/react-router';
import ChartColumn from 'lucide-react/icons/chart-column';
import Coins from 'lucide-react/icons/coins';
import Gauge from 'lucide-react/icons/gauge';
import Gift from 'lucide-react/icons/gift';
import LogOut from 'lucide-react/icons/log-out';
import Scale from 'lucide-react/icons/scale';
import ScrollText from 'lucide-react/icons/scroll-text';
import Siren from 'lucide-react/icons/siren';
import SquareTerminal from 'lucide-react/icons/square-terminal';
import UserRound from 'lucide-react/icons/user-round';
import UsersRound from 'lucide-react/icons/users-round';
import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';
import { api } from '../../lib/api.ts';
import { relativeTime, useNow } from '../../lib/time.ts';
import { showFailure } from '../../lib/toasts.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { OwnAccount } from './account/own-account.tsx';
import { Staff } from './account/staff.tsx';
import { SiteAnalytics } from './analytics/site-analytics.tsx';
import { AuditLog } from './audit-log/audit-log.tsx';
import { PaymentDesk } from './payments/payment-desk.tsx';
import { NiceReports, ScammerReports } from './reports/reports.tsx';
import { kindLabels, queueQuery } from './review/review-api.ts';
import { ReviewDesk } from './review/review-desk.tsx';
import { adminQueryOf } from './session/admin-api.ts';

/** The review desk. */
const DESK: string = '/admin/review';

/** The tabs of the panel with their paths, which the gateway knows as well; the first of a role is its default. */
const tabs = [
  { path: '/admin', label: 'Scammer Reports', Icon: Siren, Page: ScammerReports },
  { path: '/admin/nice-reports', label: 'Nice Reports', Icon: Gift, Page: NiceReports },
  { path: '/admin/analytics', label: 'Site Analytics', Icon: ChartColumn, Page: SiteAnalytics },
  { path: DESK, label: 'Review', Icon: Scale, Page: ReviewDesk },
  { path: '/admin/payments', label: 'Payments', Icon: Coins, Page: PaymentDesk },
  { path: '/admin/audit-log', label: 'Audit Log', Icon: ScrollText, Page: AuditLog },
  { path: '/admin/accounts', label: 'Staff', Icon: UsersRound, Page: Staff },
  { path: '/admin/account', label: 'Your Account', Icon: UserRound, Page: OwnAccount },
] as const;

const moderatorPaths: readonly string[] = [DESK, '/admin/audit-log', '/admin/account'];

/** The tabs of a role. The review desk comes first while entries wait there. */
function tabsOf(role: AdminRole, { waiting }: { waiting: number }) {
  const visible = role === 'admin' ? tabs : tabs.filter(({ path }) => moderatorPaths.includes(path));
  const isDesk = ({ path }: { path: string }) => path === DESK;
  return waiting > 0 ? [...visible.filter(isDesk), ...visible.filter((tab) => !isDesk(tab))] : visible;
}

type DashboardProps = { username: string | undefined; role: AdminRole };

/** The panel's header and tabs, and the page of the open tab. */
export function Dashboard({ username, role }: DashboardProps) {
  const navigate = useNavigate();
  // The rendered page; during navigation still the previous one.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname.replace(/\/$/, '') });
  const { data: queue } = useInfiniteQuery(queueQuery(undefined));
  const waiting = queue?.pages[0]?.total ?? 0;
  const tabs = tabsOf(role, { waiting });
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}Admin - The Naughty List`;
  }, [waiting]);
  const open = tabs.find((tab) => tab.path === path);
  const [first] = tabs;
  useEffect(() => {
    // A path without a tab, or one that the role lacks.
    if (!open && first) void navigate({ to: first.path, replace: true });
  }, [open, first, navigate]);
  useEffect(() => {
    // The tabs of a phone scroll.
    const tab = open && document.querySelector('[role=tab][data-state=active]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [open]);
  if (!open) return null;
  return (
    <Tabs.Root
      value={open.path}
      activationMode="manual"
      onValueChange={(next) => void navigate({ to: next })}
      className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)] gap-5 pt-6 pb-16 sm:pt-8"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-2xl sm:text-3xl">The Counting-House</h1>
          {username && (
            <p className="text-snow-dim">
              Logged in as <strong className="text-snow">{username}</strong>
              {role === 'moderator' && ', moderator'}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {/* Served by the gateway, not routes of this app. */}
          {role === 'admin' && (
            <>
              <a href="/admin/queues" className={buttonClasses('outline')}>
                <Gauge aria-hidden="true" className="size-5" />
                Queues
              </a>
              <a href="/api/docs" className={buttonClasses('outline')}>
                <SquareTerminal aria-hidden="true" className="size-5" />
                API console
              </a>
            </>
          )}
          <LogoutButton />
        </div>
      </div>
      {role === 'admin' && <Waiting />}
      <div>
        <Tabs.List
          aria-label="Admin panel"
          className="flex gap-2 max-lg:overflow-x-auto max-lg:p-1 lg:grid lg:grid-cols-4 xl:flex xl:px-2"
        >
          {tabs.map(({ path: value, label, Icon }) => (
            <Tabs.Trigger
              key={value}
              value={value}
              className="flex min-h-12 items-center gap-2 rounded-sm border border-night-600 bg-night-800 px-3 py-2 text-left leading-tight font-bold text-snow transition-colors duration-150 hover:bg-night-700 hover:text-gold-300 data-[state=active]:border-parchment-100 data-[state=active]:bg-parchment-100 data-[state=active]:text-ink-900 whitespace-nowrap lg:justify-center lg:rounded-b-none lg:border-b-0"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              {label}
              {value === DESK && waiting > 0 && (
                <span className="figures rounded-sm bg-cranberry-600 px-2 text-snow">
                  {formatWhole(waiting)}
                  <span className="sr-only"> waiting</span>
                </span>
              )}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content
          value={open.path}
          // The next tab stop is the first field, not the panel.
          tabIndex={-1}
          className="paper rounded-lg p-3 shadow-page outline-offset-4 sm:p-6 lg:p-8"
        >
          <open.Page />
        </Tabs.Content>
      </div>
    </Tabs.Root>
  );
}

/** Logs out and reloads the page, so that no session data stays in memory. */
function LogoutButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(logOut),
    onSuccess: () => window.location.reload(),
    onError: () => void showFailure('Logout failed', 'You are still logged in. Please try again.'),
  });
  return (
    <Button look="outline" Icon={LogOut} disabled={isPending} onClick={() => mutate()}>
      Logout
    </Button>
  );
}

const MINUTE_MS = 60_000;
/** Backups are made daily; the alert BackupOld fires at the same age. */
const BACKUP_OLD_MS = 26 * 3_600_000;

const waitingQuery = { ...adminQueryOf(['admin', 'waiting'], getWaiting), refetchInterval: MINUTE_MS };

/** The review queue by kind, failed jobs, the last backup and the running version. */
function Waiting() {
  const { data: queue } = useInfiniteQuery(queueQuery(undefined));
  const { data } = useQuery(waitingQuery);
  const now = useNow();
  const waiting = queue?.pages[0]?.waiting;
  if (!waiting || !data) return <div className="min-h-7" />;
  const kinds = reviewKinds.filter((kind) => (waiting[kind] ?? 0) > 0);
  return (
    <ul aria-label="Waiting for you" className="figures flex min-h-7 flex-wrap gap-x-6 gap-y-1 text-snow-dim">
      {kinds.length === 0 && <li>Nothing on the review desk</li>}
      {kinds.map((kind) => (
        <li key={kind}>
          <Link
            to="/admin/$"
            params={{ _splat: 'review' }}
            search={{ show: kind }}
            className="font-bold text-gold-300 underline underline-offset-4"
          >
            {kindLabels[kind].many}: {formatWhole(waiting[kind] ?? 0)}
          </Link>
        </li>
      ))}
      <li>{failedJobs(data)}</li>
      <li>{lastBackup(data, now)}</li>
      <li>Version {data.version}</li>
    </ul>
  );
}

function failedJobs({ failedJobs: count }: WaitingFacts): ReactNode {
  if (count === null) return <Alarm>The queues can't be read</Alarm>;
  if (count === 0) return 'No failed jobs';
  return (
    <a href="/admin/queues" className="font-bold text-gold-300 underline underline-offset-4">
      Failed jobs: {formatWhole(count)}
    </a>
  );
}

function lastBackup({ lastBackupAt }: WaitingFacts, now: Date): ReactNode {
  if (!lastBackupAt) return <Alarm>No backup yet</Alarm>;
  const made = new Date(lastBackupAt);
  const text = `Last backup ${relativeTime(made, now).toLowerCase()}`;
  return now.getTime() - made.getTime() > BACKUP_OLD_MS ? <Alarm>{text}</Alarm> : text;
}

const Alarm = ({ children }: { children: ReactNode }) => (
  <strong className="text-gold-300">{children}</strong>
);
