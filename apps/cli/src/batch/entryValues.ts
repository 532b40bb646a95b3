import { safeFileName } from '@carrara/adapters/files/fileName';
import { dateProblem } from '@carrara/contract/core/schema';
import { isAbsolute } from 'node:path';
import type { NamedRecord } from '../lookup/lookUp.ts';
import { didYouMean } from '../run/closestNames.ts';
import type { Path } from '../settings/yamlFile.ts';
import type { Batch, BatchEntry } from './batchFile.ts';
import { batchSources } from './batchSource.ts';
import type { Names } from './names.ts';
import { readQuarter } from './quarter.ts';

export interface EntryContext {
  readonly batch: Batch;
  readonly entry: BatchEntry;
  readonly path: Path;
  readonly names: Names;
  readonly refuse: (path: Path, reason: string) => void;
}
type SharedKey = Exclude<keyof Batch, 'out' | 'reports'>;

interface Values<V> {
  readonly own: boolean;
  readonly path: Path;
  readonly values: V;
}

/** A part of a request: a fund, an investor or dates. */
export interface Part {
  readonly query: Readonly<Record<string, string>>;
  readonly label: string;
  readonly path: Path;
}
/** The values of an entry that can be checked without knowing its report. */
export class EntryValues {
  protected readonly batch: Batch;
  protected readonly entry: BatchEntry;
  protected readonly path: Path;
  protected readonly names: Names;
  protected readonly refuse: (path: Path, reason: string) => void;

  constructor({ batch, entry, path, names, refuse }: EntryContext) {
    this.batch = batch;
    this.entry = entry;
    this.path = path;
    this.names = names;
    this.refuse = refuse;
  }

  /** Checks an entry of an unknown report, so that all mistakes of a file are reported in one round. */
  async check(): Promise<void> {
    this.formatsAmong(everyFormat);
    this.folder();
    this.stem([]);
    const { values: funds = [], path } = this.valuesOf('funds');
    // Ignores failures, so that nobody learns whether a hidden coinvestment exists.
    for (const [at, text] of funds.entries())
      if (text !== 'all') await this.recordNamed('vehicle', text, [...path, at]).catch(() => []);
    const { values: dates = [], path: datesPath } = this.valuesOf('dates');
    for (const [at, value] of dates.entries()) {
      const days =
        typeof value === 'string' ? [[[...datesPath, at], value] as const] : daysIn(value, [...datesPath, at]);
      for (const [there, day] of days) this.checkDay(day, there);
    }
    this.quarters();
  }

  /** The values of the entry, otherwise the values of the file, with their location. */
  protected valuesOf<K extends SharedKey>(key: K): Values<Batch[K]> {
    const own = this.entry[key] as Batch[K];
    return own === undefined
      ? { own: false, path: [key], values: this.batch[key] }
      : { own: true, path: [...this.path, key], values: own };
  }

  protected checkDay(day: string, path: Path): void {
    const problem = dateProblem(day);
    if (problem) this.refuse(path, `'${day}' ${problem}`);
  }

  protected quarters(): readonly Part[] {
    const { values = [], path } = this.valuesOf('quarters');
    return values.flatMap((text, at): Part[] => {
      const valuePath = [...path, at];
      const quarter = readQuarter(text);
      if (quarter) return [{ query: { ...quarter }, label: text, path: valuePath }];
      this.refuse(valuePath, `'${text}' is not a quarter, such as Q3 2026`);
      return [];
    });
  }

  protected async recordNamed(type: string, text: string, path: Path): Promise<readonly NamedRecord[]> {
    const answer = await this.names.lookUp(type, text);
    if ('record' in answer) return [answer.record];
    this.refuse(path, answer.reason);
    return [];
  }

  protected formatsAmong(names: readonly string[]): readonly string[] {
    const { values, path, own } = this.valuesOf('formats');
    if (values === undefined) return names.slice(0, 1);
    const found = [...new Set(values)].filter((format, at) => {
      // A format of the whole file that this report doesn't have applies only to the others.
      const isElsewhere = !own && everyFormat.includes(format);
      if (!names.includes(format) && !isElsewhere)
        this.refuse(
          [...path, at],
          `there is no format '${format}'${didYouMean(format, names) || `; available: ${names.join(', ')}`}`,
        );
      return names.includes(format);
    });
    return found.length === 0 && !own ? names.slice(0, 1) : found;
  }

  /** The name of its files without the ending. An ending in the entry is not added twice. */
  stem(fieldNames: readonly string[]): string {
    const { file = this.entry.report } = this.entry;
    if (leadsOut(file)) this.refuse([...this.path, 'file'], 'is outside the batch folder');
    const formats = batchSources.get(this.entry.report)?.formats ?? {};
    const ending = fieldNames
      .map((format) => `.${formats[format]?.extension}`)
      .find((extension) => file.toLowerCase().endsWith(extension));
    return ending === undefined ? file : file.slice(0, -ending.length);
  }

  folder(): string {
    const { folder = '' } = this.entry;
    const parts = folder.split(/[/\\]/);
    const unusable = folder !== '' && parts.find((part) => safeFileName(part, 'x') !== `${part}.x`);
    if (leadsOut(folder)) this.refuse([...this.path, 'folder'], 'is outside the batch folder');
    else if (unusable !== undefined && unusable !== false)
      this.refuse([...this.path, 'folder'], `'${unusable}' can’t be used as a folder name on every system`);
    return leadsOut(folder) ? '' : folder;
  }
}

const leadsOut = (path: string): boolean =>
  isAbsolute(path) || /^[a-z]:/i.test(path) || path.split(/[/\\]/).some((part) => part === '..' || part === '.');
const everyFormat = [...new Set([...batchSources.values()].flatMap(({ formats }) => Object.keys(formats)))];

const daysIn = (days: Readonly<Record<string, string>>, path: Path) =>
  Object.entries(days).map(([name, day]) => [[...path, name], day] as const);
