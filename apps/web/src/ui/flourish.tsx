/** A pen flourish with a holly berry, for use below a heading. */
export function Flourish({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 280 28" className={className} aria-hidden="true" fill="none">
      <path
        d="M4 15c30-14 58-12 78-2 14 7 26 8 38 1M276 15c-30-14-58-12-78-2-14 7-26 8-38 1M60 9c-8 9-24 12-34 6M220 9c8 9 24 12 34 6"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        className="fill-pine-500"
        d="M138 13c-8 6-17 5-22 0 5-6 15-6 22 0zm4 0c8 6 17 5 22 0-5-6-15-6-22 0z"
      />
      <circle cx="140" cy="12" r="4.5" className="fill-cranberry-500" />
      <circle cx="135" cy="19" r="4" className="fill-cranberry-600" />
      <circle cx="145" cy="19" r="4" className="fill-cranberry-600" />
    </svg>
  );
}
