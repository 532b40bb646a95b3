import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { root } from './ensureInstalled.mjs';

/**
 * npm run -s list:texts: prints every text of the product that a person can read, one per line: file:line TAB text. Variables are in braces.
 * A string counts as a text if it has two words or starts like a sentence or a title. SQL, style classes, addresses, types and module names don't
 * count.
 */
const files = execFileSync('git', ['ls-files', 'apps/*.ts', 'apps/*.tsx', 'packages/*.ts', 'packages/*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => file.includes('/src/') && !/\.(test|stories|laws)\.tsx?$|\/(testing|demo)\/|samples?\//.test(file));

const silentAttributes = new Set([
  'className',
  'key',
  'id',
  'to',
  'href',
  'type',
  'name',
  'role',
  'd',
  'viewBox',
  'style',
]);
const sql =
  /\b(SELECT|INSERT INTO|UPDATE|DELETE|FROM|WHERE|JOIN|VALUES|ORDER BY|COALESCE|EXISTS|IS (NOT )?NULL|AND|CASE WHEN|CREATE)\b|\b\w\.\w+_\w+|::\w|\$\d|^\w+_\w+\b|\b(coalesce|jsonb?_\w+)\(/;
const sentence = /^["'“(]?[A-Z0-9{][^A-Z_]|[a-z’'),.;:]+ [a-z{(“'0-9]/;
const isText = (text) =>
  /[A-Za-z]{2}/.test(text) && sentence.test(text) && !/^[\w-]+(\/[\w{}-]+)+$|^[a-z]+[A-Z]\w*$|^#|^https?:/.test(text);

const rows = [];
for (const file of files) {
  const source = readFileSync(join(root, file), 'utf8');
  const { program } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  const add = (node, text) => {
    const plain = text.replace(/\s+/g, ' ').trim();
    if (!isText(plain) || (file.includes('/postgres/') && sql.test(plain)) || /\bSELECT\b|\bWHERE\b/.test(plain))
      return;
    rows.push(`${file}:${source.slice(0, node.start).split('\n').length}\t${plain}`);
  };
  visit(program, add);
}
process.stdout.write(`${rows.join('\n')}\n`);

function visit(node, add) {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, add);
    return;
  }
  if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return;
  if (/^(TS(?!As|NonNull|Satisfies)|Import|ExportAll)/.test(node.type)) return;
  if (node.type === 'JSXAttribute' && silentAttributes.has(node.name.name)) return;
  if (node.type === 'ExportNamedDeclaration' && node.source) return;
  if (node.type === 'JSXText') add(node, node.value);
  else if (node.type === 'Literal' && typeof node.value === 'string') add(node, node.value);
  else if (node.type === 'TemplateLiteral') {
    const names = node.expressions.map((each) => `{${nameOf(each)}}`);
    add(node, node.quasis.map(({ value }, index) => value.cooked + (names[index] ?? '')).join(''));
  }
  for (const [key, child] of Object.entries(node)) {
    if (key === 'key' && !node.computed) continue;
    visit(child, add);
  }
}

/** Returns the name of a variable in a text: the last name of its expression. */
function nameOf(expression) {
  if (expression.type === 'Identifier') return expression.name;
  if (expression.type === 'MemberExpression') return nameOf(expression.property);
  if (expression.type === 'CallExpression')
    return expression.arguments[0] ? nameOf(expression.arguments[0]) : nameOf(expression.callee);
  return '…';
}
