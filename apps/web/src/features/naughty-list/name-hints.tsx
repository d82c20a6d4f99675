import { statusTexts } from '@naughty-list/contracts/case-texts';
import type { ListedName, SubjectAnswer } from '@naughty-list/contracts/look-up';
import { Handle } from '../../ui/handle.tsx';

type NameHintsProps = { answer: SubjectAnswer; onSearch: (username: string) => void };

/** Names that look like the subject, and listed names that it may mean. */
export function NameHints({ answer: { subject, near, meant, naughty, nice }, onSearch }: NameHintsProps) {
  const username = subject.kind === 'account' ? subject.username : undefined;
  const names = 'names' in subject ? subject.names : [];
  const isImitation = subject.kind === 'unknown' && subject.why === 'foreign_letters';
  const other = subject.kind === 'trace' && meant.length === 0 ? names[0] : undefined;
  return (
    <>
      {username !== undefined &&
        near.map((name) => (
          <LookAlike
            key={name.username}
            searched={nice?.username ?? naughty?.username ?? username}
            name={name}
            onSearch={onSearch}
          />
        ))}
      {isImitation && names[0] && (
        <p className="text-lg">
          It looks like <Handle text={`@${names[0]}`} />.
        </p>
      )}
      {meant.map((name) => (
        <p key={name.username} className="border-l-8 border-gold-400 pl-4 text-lg font-bold">
          {subject.kind === 'account'
            ? 'A report links to this post under another name: '
            : subject.kind === 'words'
              ? 'An X account that this may mean: '
              : subject.kind === 'trace' &&
                  names.some((own) => own.toLowerCase() === name.username.toLowerCase())
                ? 'An X account with this name: '
                : 'An X account whose name looks like this one: '}
          <HintLink name={name} onSearch={onSearch} /> {standing(name)}
        </p>
      ))}
      {other && (
        <p className="text-lg">
          An X account of the same name, <Handle text={`@${other}`} />, is not on either list. It may belong
          to someone else.
        </p>
      )}
    </>
  );
}

const standing = ({ list, status, hasChangedHands }: ListedName) =>
  hasChangedHands
    ? 'is the name of another account now. An earlier owner was reported.'
    : list === 'nice'
      ? 'is on the Nice List.'
      : status === 'compromised'
        ? 'was compromised when the reported post was made.'
        : `is on the Naughty List (${statusTexts[status ?? 'unreviewed']}).`;

type LookAlikeProps = {
  searched: string;
  name: ListedName;
  onSearch: (username: string) => void;
};

/** Both names, one above the other, with the letters that differ underlined. */
function LookAlike({ searched, name, onSearch }: LookAlikeProps) {
  const isWarning = name.list === 'naughty' && !name.hasChangedHands;
  return (
    <div className="grid gap-2 rounded-sm border-4 border-gold-600 bg-parchment-50 p-4">
      <p className="text-lg font-bold">
        {isWarning ? 'Careful: a name that looks like this one is listed.' : 'Did you mean this name?'}
      </p>
      <p className="text-xl leading-snug">
        <span className="block text-base">You asked about</span>
        <Handle text={`@${searched}`} other={`@${name.username}`} />
      </p>
      <p className="text-xl leading-snug">
        <HintLink name={name} searched={searched} onSearch={onSearch} />
        <span className="block text-base">{standing(name)}</span>
      </p>
    </div>
  );
}

type HintLinkProps = { name: ListedName; searched?: string; onSearch: (username: string) => void };

function HintLink({ name: { username, list }, searched, onSearch }: HintLinkProps) {
  return (
    <a
      href={`/${list === 'nice' ? 'nice-list' : ''}?search=${username}`}
      aria-label={`@${username}`}
      className={searched === undefined ? 'underline' : 'text-cranberry-700'}
      onClick={(event) => {
        if (list === 'nice') return;
        event.preventDefault();
        onSearch(username);
      }}
    >
      <Handle text={`@${username}`} {...(searched === undefined ? {} : { other: `@${searched}` })} />
    </a>
  );
}
