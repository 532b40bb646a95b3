import { date } from '@carrara/contract/core/schema';
import type { Known } from '../lookup/lookUp.ts';
import { didYouMean } from '../run/closest.ts';
import type { Path } from '../settings/yamlFile.ts';
import type { BatchSource } from './batchSource.ts';
import { type EntryContext, EntryValues, type Part } from './entryValues.ts';
import { splitQuery } from './splitQuery.ts';

/** The parameters of a report or document, and the labels of its files. */
export interface Request {
  readonly query: Readonly<Record<string, string>>;
  readonly labels: readonly string[];
}

/** The parameters that each list of an entry fills. */
const axes = {
  funds: { of: ['fund', 'vehicle'], word: 'a fund' },
  investors: { of: ['investor'], word: 'an investor' },
  participants: { of: ['participant', 'employee', 'compEmployee'], word: 'a participant' },
} as const;
type Axis = keyof typeof axes;

/** One entry of a batch: what its report or document is requested with. */
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
    const { of: kinds } = axes[axis];
    return Object.entries(this.#source.parameters).find(([, { of = '' }]) => (kinds as readonly string[]).includes(of));
  }

  /** The records that an entry names along an axis; one empty part where it names none. */
  async #along(
    axis: Axis,
    {
      every = (of: string) => this.names.everyOne(of),
      unless,
    }: {
      readonly every?: (of: string) => Promise<readonly Known[]>;
      /** Named where the batch doesn't name any. */
      readonly unless?: readonly string[];
    } = {},
  ): Promise<readonly Part[]> {
    const { own, values, path } = this.valuesOf(axis);
    const [parameter, { of = '' } = {}] = this.#parameterOf(axis) ?? [];
    const none: readonly Part[] = [{ query: {}, label: '', path: this.path }];
    if (parameter === undefined) {
      if (own) this.refuse(path, `${this.entry.report} doesn’t take ${axes[axis].word}`);
      return none;
    }
    if (this.entry.parameters?.[parameter] !== undefined) {
      if (own) this.refuse(path, `${parameter} is also set in parameters; name ${axes[axis].word} only once`);
      return none;
    }
    const wanted = values ?? unless;
    if (wanted === undefined) return none;
    const parts: Part[] = [];
    for (const [at, text] of wanted.entries()) {
      const place = values === undefined ? this.path : [...path, at];
      const found = text === 'all' ? await every(of) : await this.recordNamed(of, text, place);
      parts.push(...found.map(({ id, name }) => ({ query: { [parameter]: id }, label: name, path: place })));
    }
    return withOwnLabels(parts);
  }

  /** Investors of the fund at the end of the period, or participants. */
  async #people(query: Readonly<Record<string, string>>): Promise<readonly Part[]> {
    const { fundId, endDate = query['to'] } = query;
    const every = (of: string) =>
      fundId !== undefined && endDate !== undefined && date().safeParse(endDate).success
        ? this.names.investorsOf(fundId, endDate)
        : this.names.everyOne(of);
    const unless = this.#source.recipients === 'investor' ? { unless: ['all'] } : {};
    const investors = await this.#along('investors', { every, ...unless });
    const participants = await this.#along('participants');
    return this.#parameterOf('participants') ? participants : investors;
  }

  /** The letters of the distributions in a period; only those of the participants that the entry names, if it names some. */
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
    // Dates of the entry replace the quarters of the file, and the other way round.
    const [dates, quarters] = [this.valuesOf('dates'), this.valuesOf('quarters')];
    const isOwn = dates.own || quarters.own;
    const parts = [...(dates.own === isOwn ? this.#dates() : []), ...(quarters.own === isOwn ? this.#quarters() : [])];
    const isNone =
      (dates.own !== isOwn || dates.values === undefined) && (quarters.own !== isOwn || quarters.values === undefined);
    return isNone ? [{ query: {}, label: '', path: this.path }] : parts;
  }

  #days() {
    return Object.entries(this.#source.parameters).filter(([, { kind }]) => kind === 'date');
  }

  #dates(): readonly Part[] {
    const { own, values = [], path } = this.valuesOf('dates');
    const days = this.#days();
    if (values.length > 0 && days.length === 0 && !own) return [{ query: {}, label: '', path: this.path }];
    return values.map((value, at): Part => {
      const place = [...path, at];
      const query = typeof value === 'string' ? this.#oneDay(value, place) : value;
      for (const [name, day] of Object.entries(query)) {
        const there = typeof value === 'string' ? place : [...place, name];
        const names = days.map(([known]) => known);
        if (!names.includes(name))
          this.refuse(there, `${this.entry.report} doesn’t take '${name}'${didYouMean(name, names)}`);
        else this.checkDay(day, there);
      }
      return { query, label: Object.values(query).join(' to '), path: place };
    });
  }

  /** A quarter is the period of a report that has a first day, else the quarter's last day is its date. */
  #quarters(): readonly Part[] {
    const { own, path } = this.valuesOf('quarters');
    const days = this.#days().map(([name]) => name);
    if (days.length === 0) {
      if (own) this.refuse(path, `${this.entry.report} doesn’t take a date`);
      return this.valuesOf('quarters').values === undefined ? [] : [{ query: {}, label: '', path: this.path }];
    }
    return this.quarters().map(({ query: { from = '', to = '' }, label, path: place }) => ({
      query: { ...(days.includes('from') ? { from } : {}), ...this.#oneDay(to, place) },
      label,
      path: place,
    }));
  }

  /** A day alone is the date that the report needs, its only one, the end of its period, or its "as of" date. */
  #oneDay(day: string, path: Path): Readonly<Record<string, string>> {
    const days = this.#days();
    const named = (wanted: string) => days.filter(([name]) => name === wanted);
    const [meant] =
      [days.filter(([, field]) => field.required), days, named('to'), named('selectedDate')].find(
        (those) => those.length === 1,
      )?.[0] ?? [];
    if (meant !== undefined) return { [meant]: day };
    const names = days.map(([name]) => name);
    this.refuse(
      path,
      names.length === 0
        ? `${this.entry.report} doesn’t take a date`
        : `say which date it is (${names.join(', ')}), such as { ${names[0] ?? ''}: ${day} }`,
    );
    return {};
  }

  async #parameters(): Promise<Readonly<Record<string, string>>> {
    const { parameters } = this.#source;
    const query: Record<string, string> = {};
    for (const [name, text] of Object.entries(this.entry.parameters ?? {})) {
      const place = [...this.path, 'parameters', name];
      const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
      if (!parameter)
        this.refuse(
          place,
          `${this.entry.report} doesn’t have this parameter${didYouMean(name, Object.keys(parameters)) || `; it takes ${Object.keys(parameters).join(', ')}`}`,
        );
      else if (parameter.kind !== 'reference') query[name] = text;
      else for (const { id } of await this.recordNamed(parameter.of ?? '', text, place)) query[name] = id;
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

/** Two records of one name get a number in the order of their list. */
function withOwnLabels(parts: readonly Part[]): readonly Part[] {
  const seen = new Map<string, number>();
  return parts.map((part) => {
    const number = (seen.get(part.label) ?? 0) + 1;
    seen.set(part.label, number);
    return number === 1 ? part : { ...part, label: `${part.label} ${number}` };
  });
}
