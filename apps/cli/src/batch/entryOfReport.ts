import { date } from '@carrara/contract/core/schema';
import type { NamedRecord } from '../lookup/lookUp.ts';
import { didYouMean } from '../run/closestNames.ts';
import type { Path } from '../settings/yamlFile.ts';
import type { BatchSource } from './batchSource.ts';
import { type EntryContext, EntryValues, type Part } from './entryValues.ts';
import { splitQuery } from './splitQuery.ts';

/** The parameters of a report or document, and the labels of its files. */
export interface Request {
  readonly query: Readonly<Record<string, string>>;
  readonly labels: readonly string[];
}

/** The parameters for each list of an entry. */
const axes = {
  funds: { target: ['fund', 'vehicle'], word: 'a fund' },
  investors: { target: ['investor'], word: 'an investor' },
  participants: { target: ['participant', 'employee', 'compEmployee'], word: 'a participant' },
} as const;
type Axis = keyof typeof axes;

/** One batch entry, with its parameters. */
export class EntryOfReport extends EntryValues {
  readonly #source: BatchSource;

  constructor(source: BatchSource, context: EntryContext) {
    super(context);
    this.#source = source;
  }

  formats(): readonly string[] {
    return this.formatsAmong(Object.keys(this.#source.formats));
  }

  /** One request for each fund, period and investor or participant. */
  async requests(): Promise<readonly Request[]> {
    const { recipients } = this.#source;
    const all: Request[] = [];
    const parameters = await this.#parameters();
    const [funds, periods] = [await this.#along('funds'), this.#periods()];
    for (const fund of funds) {
      for (const days of periods) {
        const query = { ...parameters, ...fund.query, ...days.query };
        const people = recipients === 'letter' ? await this.#letters(query) : await this.#people(query);
        for (const person of people) {
          const whole = recipients === 'letter' ? person.query : { ...query, ...person.query };
          this.#validate(recipients === 'letter' ? query : whole, days.path);
          const labels =
            recipients === 'letter' ? [person.label] : [fund.label, person.label, days.label].filter(Boolean);
          all.push({ query: whole, labels });
        }
      }
    }
    return all;
  }

  #parameterOf(axis: Axis) {
    const { target: kinds } = axes[axis];
    return Object.entries(this.#source.parameters).find(([, { target: type = '' }]) =>
      (kinds as readonly string[]).includes(type),
    );
  }

  /** The records that an entry names along an axis; one empty part if it names none. */
  async #along(
    axis: Axis,
    {
      every = (type: string) => this.names.everyRecord(type),
      unless,
    }: {
      readonly every?: (type: string) => Promise<readonly NamedRecord[]>;
      /** The names to use if the batch has none. */
      readonly unless?: readonly string[];
    } = {},
  ): Promise<readonly Part[]> {
    const { own, values, path } = this.valuesOf(axis);
    const [parameter, { target: typeName = '' } = {}] = this.#parameterOf(axis) ?? [];
    const wholePart: readonly Part[] = [{ query: {}, label: '', path: this.path }];
    if (parameter === undefined) {
      if (own) this.refuse(path, `${this.entry.report} doesn’t take ${axes[axis].word}`);
      return wholePart;
    }
    if (this.entry.parameters?.[parameter] !== undefined) {
      if (own) this.refuse(path, `${parameter} is also set in parameters; name ${axes[axis].word} only once`);
      return wholePart;
    }
    const requested = values ?? unless;
    if (requested === undefined) return wholePart;
    const parts: Part[] = [];
    for (const [at, text] of requested.entries()) {
      const partPath = values === undefined ? this.path : [...path, at];
      const found = text === 'all' ? await every(typeName) : await this.recordNamed(typeName, text, partPath);
      parts.push(...found.map(({ id, name }) => ({ query: { [parameter]: id }, label: name, path: partPath })));
    }
    return withOwnLabels(parts);
  }

  /** Investors of the fund at the end of the period, or participants. */
  async #people(query: Readonly<Record<string, string>>): Promise<readonly Part[]> {
    const { fundId, endDate = query['to'] } = query;
    const every = (type: string) =>
      fundId !== undefined && endDate !== undefined && date().safeParse(endDate).success
        ? this.names.investorsOf(fundId, endDate)
        : this.names.everyRecord(type);
    const unless = this.#source.recipients === 'investor' ? { unless: ['all'] } : {};
    const investors = await this.#along('investors', { every, ...unless });
    const participants = await this.#along('participants');
    return this.#parameterOf('participants') ? participants : investors;
  }

  /** The letters of the distributions in a period. If the entry names participants, only their letters. */
  async #letters({ fundId, from, to }: Readonly<Record<string, string>>): Promise<readonly Part[]> {
    if (this.valuesOf('investors').own)
      this.refuse([...this.path, 'investors'], `${this.entry.report} doesn’t take an investor`);
    const named = await this.#along('participants', { every: async () => [] });
    const ids = new Set(named.flatMap(({ query }) => query['participantId'] ?? []));
    const unknown: Part = { query: {}, label: '', path: this.path };
    if (fundId === undefined || from === undefined || to === undefined) return [unknown];
    const letters = await this.names.lettersOf(fundId, { from, to });
    return letters
      .filter(({ participant }) => ids.size === 0 || ids.has(participant.id))
      .map(({ distribution, participant }) => ({
        query: { id: distribution.id, participantId: participant.id },
        label: `${distribution.name} - ${participant.name}`,
        path: this.path,
      }));
  }

  #periods(): readonly Part[] {
    // Dates of the entry replace the quarters of the file, and the reverse.
    const [dates, quarters] = [this.valuesOf('dates'), this.valuesOf('quarters')];
    const isOwn = dates.own || quarters.own;
    const parts = [...(dates.own === isOwn ? this.#dates() : []), ...(quarters.own === isOwn ? this.#quarters() : [])];
    const isUnset =
      (dates.own !== isOwn || dates.values === undefined) && (quarters.own !== isOwn || quarters.values === undefined);
    return isUnset ? [{ query: {}, label: '', path: this.path }] : parts;
  }

  #days() {
    return Object.entries(this.#source.parameters).filter(([, { kind }]) => kind === 'date');
  }

  #dates(): readonly Part[] {
    const { own, values = [], path } = this.valuesOf('dates');
    const days = this.#days();
    if (values.length > 0 && days.length === 0 && !own) return [{ query: {}, label: '', path: this.path }];
    return values.map((value, at): Part => {
      const datePath = [...path, at];
      const query = typeof value === 'string' ? this.#oneDay(value, datePath) : value;
      for (const [name, day] of Object.entries(query)) {
        const there = typeof value === 'string' ? datePath : [...datePath, name];
        const names = days.map(([dates]) => dates);
        if (!names.includes(name))
          this.refuse(there, `${this.entry.report} doesn’t take '${name}'${didYouMean(name, names)}`);
        else this.checkDay(day, there);
      }
      return { query, label: Object.values(query).join(' to '), path: datePath };
    });
  }

  /** For a report with a first day, a quarter is its period. Otherwise, the quarter's last day is its date. */
  #quarters(): readonly Part[] {
    const { own, path } = this.valuesOf('quarters');
    const days = this.#days().map(([name]) => name);
    if (days.length === 0) {
      if (own) this.refuse(path, `${this.entry.report} doesn’t take a date`);
      return this.valuesOf('quarters').values === undefined ? [] : [{ query: {}, label: '', path: this.path }];
    }
    return this.quarters().map(({ query: { from = '', to = '' }, label, path: quarterPath }) => ({
      query: { ...(days.includes('from') ? { from } : {}), ...this.#oneDay(to, quarterPath) },
      label,
      path: quarterPath,
    }));
  }

  /** A single date is the date that the report needs: its only one, the end of its period, or its "as of" date. */
  #oneDay(day: string, path: Path): Readonly<Record<string, string>> {
    const days = this.#days();
    const named = (dayName: string) => days.filter(([name]) => name === dayName);
    const [suggestion] =
      [days.filter(([, field]) => field.required), days, named('to'), named('selectedDate')].find(
        (those) => those.length === 1,
      )?.[0] ?? [];
    if (suggestion !== undefined) return { [suggestion]: day };
    const names = days.map(([name]) => name);
    this.refuse(
      path,
      names.length === 0
        ? `${this.entry.report} doesn’t take a date`
        : `name the date: ${names.map((name) => `{ ${name}: ${day} }`).join(' or ')}`,
    );
    return {};
  }

  async #parameters(): Promise<Readonly<Record<string, string>>> {
    const { parameters } = this.#source;
    const query: Record<string, string> = {};
    for (const [name, text] of Object.entries(this.entry.parameters ?? {})) {
      const valuePath = [...this.path, 'parameters', name];
      const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
      if (!parameter)
        this.refuse(
          valuePath,
          `${this.entry.report} doesn’t have this parameter${didYouMean(name, Object.keys(parameters)) || `; it takes ${Object.keys(parameters).join(', ')}`}`,
        );
      else if (parameter.kind !== 'reference') query[name] = text;
      else for (const { id } of await this.recordNamed(parameter.target ?? '', text, valuePath)) query[name] = id;
    }
    return query;
  }

  /** Checks a request against the schema of its call. */
  #validate(query: Readonly<Record<string, string>>, days: Path): void {
    const { call, parameters } = this.#source;
    for (const [name, { title, required }] of Object.entries(parameters)) {
      if (required && query[name] === undefined)
        this.refuse(this.path, `${this.entry.report} needs ${name} (${title})`);
    }
    const parts = splitQuery(call, query);
    const issues = [call.params?.safeParse(parts.params), call.query?.safeParse(parts.query)].flatMap(
      (read) => read?.error?.issues ?? [],
    );
    for (const { path, message } of issues) {
      const name = String(path[0]);
      const isOwn = this.entry.parameters?.[name] !== undefined;
      if (query[name] === undefined) continue;
      const isDay = parameters[name]?.kind === 'date';
      if (isDay && !isOwn && !date().safeParse(query[name]).success) continue;
      this.refuse(isOwn ? [...this.path, 'parameters', name] : days, isOwn ? message : `${name} ${message}`);
    }
  }
}

/** Records with the same name get a number in the order of their list. */
function withOwnLabels(parts: readonly Part[]): readonly Part[] {
  const seen = new Map<string, number>();
  return parts.map((part) => {
    const number = (seen.get(part.label) ?? 0) + 1;
    seen.set(part.label, number);
    return number === 1 ? part : { ...part, label: `${part.label} ${number}` };
  });
}
