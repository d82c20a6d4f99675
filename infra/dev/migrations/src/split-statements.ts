// In this order: the token that starts first wins, and everything inside it is text.
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|\s+|[^\s;'"$/-]+|[\s\S]/g;

/**
 * Splits SQL into statements, each in lower case on one line. Comments are removed and quoted texts emptied, as they
 * contain no statements.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let statement = '';
  for (const [part] of sql.matchAll(token)) {
    if (part === ';') {
      statements.push(statement);
      statement = '';
    } else statement += plain(part);
  }
  return [...statements, statement].map((each) => each.trim()).filter((each) => each !== '');
}

function plain(part: string): string {
  if (part.startsWith('--') || part.startsWith('/*') || /^\s/.test(part)) return ' ';
  if (part.startsWith("'") && part.length > 1) return "''";
  if (part.startsWith('$') && part.length > 1) return '$$';
  return part.replaceAll('"', '').toLowerCase();
}

/** Splits a text at commas outside brackets. */
export function splitAtCommas(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}
