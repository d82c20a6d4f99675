import { isNode, type Node } from './syntax.ts';

/** The replacement for a node in a mutant. */
export type Change = { text: string; statement?: true };

const operators: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '>>=': ['<<='],
  '??=': ['='],
};

const methods: Record<string, string> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
};
const leftOut = ['filter', 'slice', 'trim', 'toLowerCase', 'normalize', 'padStart', 'sort', 'toSorted'];

/** The last arguments of these calls are human-readable texts: where or what the error is. */
const explains =
  /^(read[A-Z]\w*|decodeBase58|at|reject|unknown|fault|malformed|incomplete|conflict|undecodable)$/;

export function changesOf(node: Node, parent: Node | null, code: string): Change[] {
  const source = (part: unknown) => (isNode(part) ? code.slice(part.start, part.end) : '');
  return [
    ...byKind(node, parent, source, code),
    ...(isTest(node, parent) ? [{ text: 'true' }, { text: 'false' }] : []),
  ];
}

function isTest(node: Node, parent: Node | null): boolean {
  return parent !== null && parent.test === node && parent.type !== 'SwitchCase';
}

function byKind(node: Node, parent: Node | null, source: (part: unknown) => string, code: string): Change[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'AssignmentExpression':
      return withOperators(node, code);
    case 'LogicalExpression':
      return node.operator === '??'
        ? [{ text: source(node.left) }, { text: source(node.right) }]
        : withOperators(node, code);
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-' ? [{ text: source(node.argument) }] : [];
    case 'Literal':
      return withLiteral(node, parent);
    case 'ArrayExpression':
      return withoutElements(node, source);
    case 'CallExpression':
      return withMethod(node, source, code);
    case 'ExpressionStatement':
    case 'ThrowStatement':
    case 'ReturnStatement':
      return [{ text: '', statement: true }];
    default:
      return [];
  }
}

function withOperators(node: Node, code: string): Change[] {
  const { operator, left, right } = node;
  if (!isNode(left) || !isNode(right)) return [];
  return (operators[String(operator)] ?? []).map((other) => {
    const between = code.slice(left.end, right.start).replace(String(operator), other);
    return { text: `${code.slice(node.start, left.end)}${between}${code.slice(right.start, node.end)}` };
  });
}

function withLiteral(node: Node, parent: Node | null): Change[] {
  const { value } = node;
  if (isNode(node.regex) || node.regex) return withPattern(String(node.raw));
  if (typeof value === 'boolean') return [{ text: String(!value) }];
  const isLabel = parent?.type === 'SwitchCase';
  if (typeof value === 'bigint') return [{ text: `${value + 1n}n` }];
  if (typeof value === 'number') return [{ text: isLabel ? '-1' : String(value + 1) }];
  if (typeof value !== 'string' || /\s/.test(value) || isExplanation(node, parent)) return [];
  return [{ text: value === '' ? "'mutant'" : "''" }];
}

/** Lists of names and calls; constants in a list are changed one by one. */
function withoutElements(node: Node, source: (part: unknown) => string): Change[] {
  const elements = (node.elements as unknown[]).filter(isNode);
  if (elements.length < 2 || elements.some(({ type }) => type === 'Literal')) return [];
  return elements.map((left) => ({
    text: `[${elements
      .filter((element) => element !== left)
      .map(source)
      .join(', ')}]`,
  }));
}

function withPattern(raw: string): Change[] {
  const end = raw.lastIndexOf('/');
  const [pattern, flags] = [raw.slice(1, end), raw.slice(end)];
  return [
    ...(pattern.startsWith('^') ? [{ text: `/${pattern.slice(1)}${flags}` }] : []),
    ...(pattern.endsWith('$') ? [{ text: `/${pattern.slice(0, -1)}${flags}` }] : []),
  ];
}

function isExplanation(node: Node, parent: Node | null): boolean {
  if (parent?.type !== 'CallExpression' || !isNode(parent.callee)) return false;
  const place = (parent.arguments as Node[]).indexOf(node);
  return place > 0 && explains.test(String(parent.callee.name));
}

function withMethod(node: Node, source: (part: unknown) => string, code: string): Change[] {
  const { callee } = node;
  if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee.property)) return [];
  const { property, object } = callee;
  const name = source(property);
  const other = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (other !== undefined)
    return [
      { text: `${code.slice(node.start, property.start)}${other}${code.slice(property.end, node.end)}` },
    ];
  return leftOut.includes(name) ? [{ text: source(object) }] : [];
}
