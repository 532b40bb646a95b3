import { readCsv } from '@carrara/adapters/spreadsheet/read/csv';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parse } from 'yaml';
import { z } from 'zod';

const fields = z.record(z.string(), z.unknown());
/** The fields of a step. `samples/demo/README.md` explains them. */
const step = z.strictObject({
  on: z.iso.date(),
  by: z.string().optional(),
  at: z.string().optional(),
  call: z.string().regex(/^\w+\.\w+$/),
  from: z
    .string()
    .regex(/^\w+\.\w+$/)
    .optional(),
  saveAs: z.string().optional(),
  file: z.string().optional(),
  params: fields.optional(),
  query: fields.optional(),
  body: z.union([fields, z.array(z.unknown())]).optional(),
});
/** A call of the product by a person on a date, with its input. */
export type Step = z.output<typeof step> & {
  /** File and position, for messages. */
  readonly location: string;
};

const source = step.partial().omit({ saveAs: true }).extend({ file: z.string() });
const firmFile = z.strictObject({
  name: z.string(),
  purpose: z.string(),
  isInvestor: z.boolean().default(false),
  settings: z.record(z.string(), z.string()),
  load: z.array(source).default([]),
});
type FirmFile = z.output<typeof firmFile>;

/** A firm of the demo with everything that happens in it, in the order of its files. */
export interface DemoFirm extends Omit<FirmFile, 'load'> {
  readonly folder: string;
  readonly steps: readonly Step[];
}

/** Reads a firm's folder. Throws if a file is not as it should be, which is a mistake in the demo. */
export async function readFirm(folder: string): Promise<DemoFirm> {
  const { load, ...firm } = firmFile.parse(parse(await readFile(join(folder, 'firm.yaml'), 'utf8')));
  const steps: Step[] = [];
  for (const { file, ...defaults } of load) {
    const text = await readFile(join(folder, file));
    const rows = file.endsWith('.csv') ? await rowsOf(text, file) : (parse(text.toString('utf8')) as object[]);
    for (const [at, row] of rows.entries()) {
      const location = `${folder}/${file}, step ${String(at + 1)}`;
      const read = step.safeParse({ ...defaults, ...row });
      if (!read.success) throw new Error(`demo: ${location}: ${z.prettifyError(read.error)}`);
      steps.push({ ...read.data, location });
    }
  }
  return { ...firm, folder, steps };
}

const ofStep: readonly string[] = ['on', 'by', 'at', 'call', 'from', 'keep', 'file'];
const locations: readonly string[] = ['params', 'query', 'body'];
type Fields = Record<string, unknown>;

/**
 * Reads a table of steps. A heading is the path of a field, such as `address.city`, and in brackets what its cells are:
 * `title.id ($title)`. A row without its first cell continues the row above: it adds an item to the lists.
 */
async function rowsOf(content: Uint8Array, file: string): Promise<readonly Fields[]> {
  const sheets = (await readCsv(Readable.from([content]))).unwrapOr([]);
  const [head, ...lines] = sheets[0]?.rows ?? [];
  if (!head) throw new Error(`demo: ${file} has no headings`);
  const columns = new Map(head.cells.map(({ column, text }) => [column, headingOf(text)]));
  const rows: Fields[] = [];
  for (const { cells } of lines) {
    const filled = cells.filter(({ text }) => text !== '');
    if (filled[0]?.column === 1) rows.push({});
    const row = rows.at(-1);
    if (!row) throw new Error(`demo: the first row of ${file} continues no other`);
    const begun = new Set<string>();
    for (const { column, text } of filled) {
      const heading = columns.get(column);
      if (!heading) throw new Error(`demo: ${file} has a cell without a heading: ${text}`);
      put(row, heading.path, valueOf(text, heading.type), begun);
    }
  }
  return rows;
}

interface Heading {
  readonly path: readonly string[];
  readonly type: string | undefined;
}

function headingOf(text: string): Heading {
  const [, path = text, type] = /^(.*?)(?: \((.*)\))?$/.exec(text) ?? [];
  const parts = path.split('.');
  const isRooted = ofStep.includes(path) || locations.includes((parts[0] ?? '').replace('[]', ''));
  return { path: isRooted ? parts : ['body', ...parts], type };
}

function valueOf(text: string, type: string | undefined): unknown {
  if (type === 'number') return Number(text);
  if (type === 'yes/no') return text === 'yes';
  return type?.startsWith('$') && !text.startsWith('$') ? `${type} ${text}` : text;
}

/** Puts a value at a path. `entries[]` adds an item to a list, once per row, for all fields of that item. */
function put(
  into: Fields,
  [first = '', ...rest]: readonly string[],
  value: unknown,
  begun: Set<string>,
  at = '',
): void {
  const isList = first.endsWith('[]');
  const key = isList ? first.slice(0, -2) : first;
  if (!isList) {
    if (rest.length === 0) into[key] = value;
    else put((into[key] ??= {}) as Fields, rest, value, begun, `${at}${key}.`);
    return;
  }
  const list = (into[key] ??= []) as unknown[];
  if (rest.length === 0) {
    list.push(value);
    return;
  }
  const location = `${at}${key}`;
  if (!begun.has(location)) list.push({});
  begun.add(location);
  put(list.at(-1) as Fields, rest, value, begun, `${location}.`);
}
