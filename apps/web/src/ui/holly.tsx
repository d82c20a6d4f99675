export function Holly({ className }: { className?: string }) {
  const leaf =
    'M0 0c4-6 10-6 12-12 6 2 8-2 14-2 1 6 8 7 10 13 6 2 8 6 12 8-6 2-6 8-12 9-4 4-9 1-14 5-5-4-11-1-13-7C5 13 2 7 0 0z';
  return (
    <svg viewBox="0 0 120 70" className={className} aria-hidden="true">
      <path d={leaf} transform="translate(62 34) rotate(-18)" className="fill-pine-500" />
      <path d={leaf} transform="translate(58 36) scale(-1 1) rotate(-14)" className="fill-pine-500" />
      <path
        d="M64 36c14-2 28-2 42-6M56 38c-14-2-28 0-42-4"
        strokeWidth="1.5"
        fill="none"
        className="stroke-pine-300"
      />
      <circle cx="54" cy="40" r="8" className="fill-cranberry-600" />
      <circle cx="67" cy="43" r="8" className="fill-cranberry-500" />
      <circle cx="60" cy="31" r="7.5" className="fill-cranberry-500" />
      <circle cx="57.5" cy="28.5" r="2" className="fill-cranberry-300" />
      <circle cx="64.5" cy="40" r="2" className="fill-cranberry-300" />
    </svg>
  );
}
