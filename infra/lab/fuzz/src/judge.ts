import { errorStatus } from '@naughty-list/contracts/errors';
import type { Role } from './roles.ts';
import type { Answered, Sent } from './sent.ts';
import type { Target } from './targets.ts';

/** Must appear in no response: secrets of this stack, folders of this machine. */
export type Kept = readonly string[];

const leaks: [what: string, pattern: RegExp][] = [
  ['a stack trace', /(?:\n|\\n)\s+at .+:\d+:\d+|\bat \w[\w.]* \((?:file|node|\/)/],
  ['a file of the program', /node_modules\/|\/src\/[\w/-]+\.ts\b|\bfile:\/\/\/(?!etc)/],
  [
    'an error of the database',
    /syntax error at|invalid input syntax|relation \\?"|violates \w+[\w-]* constraint|unterminated quoted|invalid byte sequence|ECONNREFUSED|deadlock detected|numeric field overflow|out of range for type/,
  ],
  ['a statement', /\bselect .{1,300} from \\?"|\b(?:insert into|delete from|update) \\?"/],
];

const guarding = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'content-security-policy': /frame-ancestors 'none'/,
  'referrer-policy': /./,
  'permissions-policy': /camera=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^(same|cross)-origin$/,
  'x-request-id': /^[0-9a-f-]{36}$/,
};

/** Faults of a response; empty if there are none. */
export function judge(target: Target, role: Role, sent: Sent, answered: Answered, kept: Kept): string[] {
  return [
    ...status(target, answered),
    ...permission(target, role, sent, answered),
    ...(role.at === 'door' ? headers(answered) : []),
    ...body(target, sent, answered),
    ...secrets(answered, kept),
  ];
}

function status({ endpoint }: Target, { status: code, headers: seen }: Answered): string[] {
  if (code < 500) return [];
  if (code !== 503) return [`status ${code}`];
  const isDeclared = !endpoint || endpoint.errors?.includes('service_unavailable');
  return [
    ...(isDeclared ? [] : ['503, which is not declared']),
    ...(seen['retry-after'] ? [] : ['503 without Retry-After']),
  ];
}

/** If the request reached its endpoint unchanged, only permitted roles get in. */
function permission(
  { endpoint, name, method, pattern }: Target,
  role: Role,
  sent: Sent,
  { status: code }: Answered,
): string[] {
  const isOwn = sent.method === method || (method === 'GET' && sent.method === 'HEAD');
  const isIn = code >= 200 && code < 300;
  if (!isIn) return [];
  if (endpoint)
    return role.may.includes(endpoint.access) || !isOwn || !leadsTo(pattern, sent.path)
      ? []
      : [`${name} let ${role.name} in`];
  const admins = /^\/(admin\/queues|api\/docs$)/;
  const isAdmins = admins.test(pattern) && admins.test(sent.path);
  if (role.at === 'door')
    return isAdmins && !role.may.includes('admin') ? [`${name} let ${role.name} in`] : [];
  return pattern.startsWith('/health') || role.may.length > 0 ? [] : [`${name} let ${role.name} in`];
}

function leadsTo(pattern: string, path: string): boolean {
  const parts = pattern.replaceAll(/:\w+/g, '[^/?]+');
  return new RegExp(`^${parts}(\\?|$)`).test(path);
}

function headers({ status: code, headers: seen }: Answered): string[] {
  // Node itself responds to unparseable HTTP, without the framework, and closes the connection.
  if (code === 431 || (seen.connection === 'close' && code === 400 && !seen['x-request-id'])) return [];
  const missing = Object.entries(guarding).filter(
    ([name, pattern]) => !pattern.test(String(seen[name] ?? '')),
  );
  const exposed = ['server', 'x-powered-by'].filter((name) => seen[name] !== undefined);
  const shown = missing.map(([name]) => `${name} ${seen[name] ?? 'missing'}`);
  return [
    ...(shown.length > 0 ? [`headers: ${shown.join(', ')}`] : []),
    ...exposed.map((name) => `header ${name}`),
  ];
}

function body(
  { endpoint, method }: Target,
  sent: Sent,
  { status: code, headers: seen, text, isStream }: Answered,
): string[] {
  if (sent.method === 'HEAD' || code === 204 || code === 304)
    return text === '' ? [] : ['a body where none may be'];
  const isJson = seen['content-type']?.startsWith('application/json') ?? false;
  if (code >= 400)
    return isJson
      ? errorBody(code, text)
      : /^text\/html/.test(seen['content-type'] ?? '') && code === 404
        ? []
        : [`error body ${seen['content-type']} ${text.slice(0, 80)}`];
  if (!endpoint || code >= 300 || sent.method !== method || !leadsTo(endpoint.path, sent.path)) return [];
  const schema = endpoint.answers[code];
  if (!schema) return [`status ${code} is not in the contract`];
  const content = isJson ? parse(text) : text;
  const parsed = schema.safeParse(isStream ? firstEvent(text) : content);
  return parsed.success
    ? []
    : [`body does not fit: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`];
}

function errorBody(code: number, text: string): string[] {
  const error = parse(text) as { message?: unknown; code?: keyof typeof errorStatus } | undefined;
  if (typeof error?.message !== 'string' || typeof error.code !== 'string')
    return [`error body ${text.slice(0, 80)}`];
  const expected = errorStatus[error.code];
  const isOutside = (code === 431 || code === 408) && expected === 400;
  return expected === code || isOutside ? [] : [`code ${error.code} with status ${code}`];
}

function secrets({ headers: seen, text }: Answered, kept: Kept): string[] {
  const everything = `${JSON.stringify(seen)}\n${text}`;
  return [
    ...kept.filter((each) => everything.includes(each)).map((each) => `tells ${each.slice(0, 12)}…`),
    ...leaks
      .filter(([, pattern]) => pattern.test(everything))
      .map(([what, pattern]) => `tells ${what}: ${pattern.exec(everything)?.[0].slice(0, 80)}`),
  ];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const firstEvent = (text: string) => parse(/^data: ?(.*)$/m.exec(text)?.[1] ?? '');
