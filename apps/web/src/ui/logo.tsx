/** The logo: a sealed scroll with a sprig of holly. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" className={className} aria-hidden="true">
      <rect x="10" y="7" width="28" height="34" className="fill-parchment-100" />
      <rect x="5" y="4" width="38" height="9" rx="4.5" className="fill-parchment-200" />
      <rect x="5" y="35" width="38" height="9" rx="4.5" className="fill-parchment-300" />
      <path d="M15 19h18M15 24.5h12" strokeWidth="2.2" strokeLinecap="round" className="stroke-ink-700" />
      <circle cx="33" cy="32" r="9" className="fill-cranberry-600" />
      <circle cx="33" cy="32" r="5.5" fill="none" strokeWidth="1.4" className="stroke-cranberry-300" />
      <path d="M14 10C8 8 4 3 5 0c6 0 10 4 9 10zm1 0c0-6 5-10 10-9 0 5-4 9-10 9z" className="fill-pine-500" />
      <circle cx="14.5" cy="10.5" r="3" className="fill-cranberry-500" />
    </svg>
  );
}
