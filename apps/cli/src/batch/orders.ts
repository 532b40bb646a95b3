import { safeFileName } from '@carrara/adapters/files';
import { emptyId } from '@carrara/contract/core/kinds';
import { date } from '@carrara/contract/core/schema';
import { isAbsolute, join } from 'node:path';
import { type ReportCall, reportCalls } from '../lists/calls.ts';
import { type Format, formatNames, formats } from '../lists/listFile.ts';
import type { Answer, Known } from '../lookup/lookUp.ts';
import { didYouMean } from '../run/closest.ts';
import { type Path, problem } from '../settings/yamlFile.ts';
import type { Batch, BatchEntry } from './batchFile.ts';

/** A file of a batch. */
export interface Order {
  /** Below the folder of the batch. */
  readonly file: string;
  readonly format: Format;
}
/** The files of one report, asked with the same. */
export interface OrderSet {
  readonly call: ReportCall;
  readonly query: Readonly<Record<string, string>>;
  readonly orders: readonly Order[];
}
export interface Orders {
  readonly sets: readonly OrderSet[];
  /** What in the file cannot be, with its place. */
  readonly problems: readonly string[];
}

/** How names become ids. */
export interface Names {
  lookUp(of: string, text: string): Promise<Answer>;
  /** All funds; of `vehicle` coinvestments too. */
  everyFund(of: string): Promise<readonly Known[]>;
}

/** Takes every name for known: what a file says is looked at before a server is asked. */
export const takenNames: Names = {
  lookUp: async (_of, text) => ({ known: { id: emptyId, name: text } }),
  everyFund: async () => [{ id: emptyId, name: 'all' }],
};

const mostFiles = 10_000;

/** The files that a batch stands for, and everything that is wrong with it. */
export async function ordersOf(batch: Batch, placeOf: (path: Path) => string, names: Names): Promise<Orders> {
  const problems: string[] = [];
  const refuse = (path: Path, reason: string) => void problems.push(problem(placeOf(path), path, reason));
  const sets: OrderSet[] = [];
  const taken = new Map<string, Path>();
  for (const [at, entry] of batch.reports.entries()) {
    const path: Path = ['reports', at];
    const call = reportCalls.get(entry.report);
    if (!call) {
      refuse(
        [...path, 'report'],
        `there is no report '${entry.report}'${didYouMean(entry.report, reportCalls.keys())}`,
      );
      await new Said(batch, entry, path, names, refuse).alone();
      continue;
    }
    const asking = new Asking(call, batch, entry, path, names, refuse);
    const wanted = asking.formats();
    const folder = asking.folder();
    for (const fund of await asking.funds()) {
      for (const days of asking.dates()) {
        const query = { ...(await asking.parameters()), ...fund.query, ...days.query };
        asking.hold(query, days.path);
        const name = [asking.stem(wanted), fund.label, days.label].filter(Boolean).join(' - ');
        const orders = wanted.map((format) => ({
          format,
          file: join(folder, safeFileName(name, formats[format].extension)),
        }));
        for (const { file } of orders) {
          const other = taken.get(file.toLowerCase());
          if (other)
            refuse(path, `makes the file ${file}, as ${placeOf(other)} does; give it a file or folder of its own`);
          else taken.set(file.toLowerCase(), path);
        }
        sets.push({ call, query, orders });
      }
    }
  }
  if (taken.size > mostFiles) refuse(['reports'], `make ${taken.size} files; ${mostFiles} are the most`);
  return { sets, problems: [...new Set(problems)] };
}

interface Part {
  readonly query: Readonly<Record<string, string>>;
  readonly label: string;
  readonly path: Path;
}

interface Values<V> {
  readonly own: boolean;
  readonly path: Path;
  readonly values: V;
}

/** What an entry of a batch says, whatever its report is. */
class Said {
  protected readonly batch: Batch;
  protected readonly entry: BatchEntry;
  protected readonly path: Path;
  protected readonly names: Names;
  protected readonly refuse: (path: Path, reason: string) => void;

  constructor(batch: Batch, entry: BatchEntry, path: Path, names: Names, refuse: (path: Path, reason: string) => void) {
    this.batch = batch;
    this.entry = entry;
    this.path = path;
    this.names = names;
    this.refuse = refuse;
  }

  /** Looks at what can be wrong without the report: its mistakes are told in one round with the report's. */
  async alone(): Promise<void> {
    this.formats();
    this.folder();
    const { values: funds = [], path } = this.said('funds');
    // To whom coinvestments are not listed nothing is told of a name that may be one.
    for (const [at, text] of funds.entries())
      if (text !== 'all') await this.known('vehicle', text, [...path, at]).catch(() => []);
    const { values: dates = [], path: place } = this.said('dates');
    for (const [at, value] of dates.entries()) {
      const days = typeof value === 'string' ? [[[...place, at], value] as const] : daysOf(value, [...place, at]);
      for (const [there, day] of days) this.day(day, there);
    }
  }

  /** What the entry says, else what the file says for all; with its place. */
  protected said<K extends 'formats' | 'funds' | 'dates'>(key: K): Values<Batch[K]> {
    const own = this.entry[key] as Batch[K];
    return own === undefined
      ? { own: false, path: [key], values: this.batch[key] }
      : { own: true, path: [...this.path, key], values: own };
  }

  protected day(day: string, path: Path): void {
    if (!date().safeParse(day).success) this.refuse(path, `'${day}' is not a calendar date (YYYY-MM-DD)`);
  }

  protected async known(of: string, text: string, path: Path): Promise<readonly Known[]> {
    const answer = await this.names.lookUp(of, text);
    if ('known' in answer) return [answer.known];
    this.refuse(path, answer.reason);
    return [];
  }

  formats(): readonly Format[] {
    const { values = ['excel'], path } = this.said('formats');
    return [...new Set(values)].filter((format, at): format is Format => {
      const known = (formatNames as readonly string[]).includes(format);
      if (!known)
        this.refuse(
          [...path, at],
          `there is no format '${format}'${didYouMean(format, formatNames) || `; there are ${formatNames.join(', ')}`}`,
        );
      return known;
    });
  }

  /** What its files are called before their endings; an ending of theirs that the entry names is not put twice. */
  stem(wanted: readonly Format[]): string {
    const { file = this.entry.report } = this.entry;
    const ending = wanted
      .map((format) => `.${formats[format].extension}`)
      .find((one) => file.toLowerCase().endsWith(one));
    return ending === undefined ? file : file.slice(0, -ending.length);
  }

  folder(): string {
    const { folder = '' } = this.entry;
    const parts = folder.split(/[/\\]/);
    const leadsOut =
      isAbsolute(folder) || /^[a-z]:/i.test(folder) || parts.some((part) => part === '..' || part === '.');
    const unusable = folder !== '' && parts.find((part) => safeFileName(part, 'x') !== `${part}.x`);
    if (leadsOut) this.refuse([...this.path, 'folder'], 'leads out of the folder of the batch');
    else if (unusable !== undefined && unusable !== false)
      this.refuse([...this.path, 'folder'], `'${unusable}' is no name of a folder on every system`);
    return leadsOut ? '' : folder;
  }
}

const daysOf = (days: Readonly<Record<string, string>>, path: Path) =>
  Object.entries(days).map(([name, day]) => [[...path, name], day] as const);

/** One entry of a batch: what it asks its report with. */
class Asking extends Said {
  readonly #call: ReportCall;

  constructor(call: ReportCall, ...said: ConstructorParameters<typeof Said>) {
    super(...said);
    this.#call = call;
  }

  async funds(): Promise<readonly Part[]> {
    const { own, values, path } = this.said('funds');
    const [parameter, { of = 'fund' } = {}] =
      Object.entries(this.#call.report.parameters).find(([, one]) => one.of === 'fund' || one.of === 'vehicle') ?? [];
    const none: readonly Part[] = [{ query: {}, label: '', path: this.path }];
    if (values === undefined) return none;
    if (parameter === undefined) {
      if (own) this.refuse(path, `${this.entry.report} is not asked with a fund`);
      return none;
    }
    if (this.entry.parameters?.[parameter] !== undefined) {
      if (own) this.refuse(path, `the fund stands in parameters (${parameter}) as well`);
      return none;
    }
    const parts: Part[] = [];
    for (const [at, text] of values.entries()) {
      const found = text === 'all' ? await this.names.everyFund(of) : await this.known(of, text, [...path, at]);
      parts.push(...found.map(({ id, name }) => ({ query: { [parameter]: id }, label: name, path: [...path, at] })));
    }
    return parts;
  }

  dates(): readonly Part[] {
    const { own, values, path } = this.said('dates');
    const days = Object.entries(this.#call.report.parameters).filter(([, { kind }]) => kind === 'date');
    if (values === undefined || (days.length === 0 && !own)) return [{ query: {}, label: '', path: this.path }];
    return values.map((value, at): Part => {
      const place = [...path, at];
      const query = typeof value === 'string' ? this.#oneDay(value, days, place) : value;
      for (const [name, day] of Object.entries(query)) {
        const there = typeof value === 'string' ? place : [...place, name];
        const names = days.map(([known]) => known);
        if (!names.includes(name))
          this.refuse(there, `${this.entry.report} is not asked with '${name}'${didYouMean(name, names)}`);
        else this.day(day, there);
      }
      return { query, label: Object.values(query).join(' to '), path: place };
    });
  }

  /** A day alone is the date that the report needs, its only one, or the end of its period. */
  #oneDay(
    day: string,
    days: readonly (readonly [string, { readonly required?: boolean }])[],
    path: Path,
  ): Readonly<Record<string, string>> {
    const required = days.filter(([, field]) => field.required);
    const [meant] =
      [required, days, days.filter(([name]) => name === 'to')].find((those) => those.length === 1)?.[0] ?? [];
    if (meant !== undefined) return { [meant]: day };
    const names = days.map(([name]) => name);
    this.refuse(
      path,
      names.length === 0
        ? `${this.entry.report} is not asked with a date`
        : `say which date of ${names.join(', ')} it is, such as { ${names[0] ?? ''}: ${day} }`,
    );
    return {};
  }

  async parameters(): Promise<Readonly<Record<string, string>>> {
    const { parameters } = this.#call.report;
    const query: Record<string, string> = {};
    for (const [name, text] of Object.entries(this.entry.parameters ?? {})) {
      const place = [...this.path, 'parameters', name];
      const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
      if (!parameter)
        this.refuse(
          place,
          `${this.entry.report} is not asked with it${didYouMean(name, Object.keys(parameters)) || `; it takes ${Object.keys(parameters).join(', ')}`}`,
        );
      else if (parameter.kind !== 'reference') query[name] = text;
      else for (const { id } of await this.known(parameter.of ?? '', text, place)) query[name] = id;
    }
    return query;
  }

  /** Holds what is asked to the schema of the call. */
  hold(query: Readonly<Record<string, string>>, days: Path): void {
    for (const [name, { title, required }] of Object.entries(this.#call.report.parameters)) {
      if (required && query[name] === undefined)
        this.refuse(this.path, `${this.entry.report} needs ${name} (${title})`);
    }
    const read = this.#call.query?.safeParse(query);
    for (const { path, message } of read?.error?.issues ?? []) {
      const name = String(path[0]);
      const given = this.entry.parameters?.[name] !== undefined;
      if (query[name] !== undefined) {
        const isDay = this.#call.report.parameters[name]?.kind === 'date';
        if (isDay && !given && !date().safeParse(query[name]).success) continue;
        this.refuse(given ? [...this.path, 'parameters', name] : days, given ? message : `${name} ${message}`);
      }
    }
  }
}
