import { kebabCase, queryFilters, type ListCall } from '../lists/calls.ts';
import { type Command, Option } from 'commander';
import { findRecordType } from '@carrara/contract/core/recordType';
import { z } from 'zod';
import { CommandStop } from '../run/commandStop.ts';
import { didYouMean } from '../run/closestNames.ts';
import { hasNames, lookUpAt, recordOfFilter, recordOfPath } from './lookUp.ts';
import type { Session } from '../session/openSession.ts';
import type { RowRequest } from '../lists/allRows.ts';

type Options = Readonly<Record<string, unknown>>;

/** A parameter of a call, with its option and the kind of record that it refers to. */
interface CallParameter {
  readonly name: string;
  readonly flag: string;
  readonly title: string;
  /** The kind of record or reference entry, if it is one. */
  readonly target?: string | undefined;
  readonly required: boolean;
  readonly choices?: readonly string[] | undefined;
  readonly isFlag: boolean;
}

/** True if the schema accepts only yes and no: the option is then a switch. */
const isSwitch = (schema: z.ZodType): boolean =>
  schema.safeParse('true').success && schema.safeParse('false').success && !schema.safeParse('neither').success;

function choicesOf(schema: z.ZodType): readonly string[] | undefined {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    readonly enum?: readonly string[];
  };
  return shape.enum;
}

const dates: ReadonlySet<string> = new Set(['selectedDate', 'endDate', 'asOf']);
/**
 * The option of a parameter. Every report takes `--date D`, or `--from D --to D` for a period, and `--fund F --investor I`, like the other commands.
 * The API has the names of the specification.
 */
export const flagName = ({ report }: ListCall, name: string): string => {
  if (!report) return kebabCase(name);
  return dates.has(name) ? 'date' : kebabCase(name.replace(/Id$/, ''));
};

const filterParameters = (call: ListCall): readonly CallParameter[] =>
  queryFilters(call).map((name) => {
    const schema = call.query?.shape[name] as z.ZodType;
    const parameter = call.report?.parameters[name];
    return {
      name,
      flag: flagName(call, name),
      title: `${parameter?.title ?? ''}${parameter?.kind === 'boolean' ? ' (default: no)' : ''}`,
      target: parameter?.target ?? recordOfFilter(name),
      required: parameter?.required === true,
      choices: choicesOf(schema),
      isFlag: isSwitch(schema),
    };
  });

/** `:id` of `/api/carry/fund/:id/investment` is `--fund`. A parameter keeps its name if its path has no kind of record with names. */
function pathParameters(call: ListCall): readonly CallParameter[] {
  const { path, params } = call;
  return Object.keys(params?.shape ?? {}).map((name) => {
    const type =
      name === 'participantId'
        ? 'participant'
        : path.indexOf(`/:${name}`) === path.indexOf('/:')
          ? recordOfPath(path)
          : undefined;
    return {
      name,
      flag: type === undefined ? flagName(call, name) : kebabCase(type),
      title:
        type === undefined
          ? (call.report?.parameters[name]?.title ?? '')
          : `the ${(findRecordType(type)?.title ?? type).toLowerCase()}`,
      target: type,
      required: true,
      isFlag: false,
    };
  });
}

const description = ({ target: type, choices, flag }: CallParameter): string =>
  type !== undefined && hasNames(type) ? 'name or id' : choices ? 'choice' : flag;

/** Adds an option for each parameter of a list or report. */
export function withParameters(command: Command, call: ListCall): Command {
  for (const parameter of [...pathParameters(call), ...filterParameters(call)]) {
    const { flag, title, required, choices, isFlag } = parameter;
    const option = new Option(
      `--${flag} ${isFlag ? '[yes or no]' : `<${description(parameter)}>`}`,
      title,
    ).makeOptionMandatory(required);
    command.addOption(choices && !isFlag ? option.choices(choices) : option);
  }
  return command;
}

const camel = (flag: string): string => flag.replaceAll(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());

/**
 * The parameters from the options, with names looked up on the server.
 *
 * Fails: a stop that names option and reason.
 */
export async function parametersFrom(
  session: Pick<Session, 'server' | 'client'>,
  call: ListCall,
  options: Options,
): Promise<Required<RowRequest>> {
  const lookUp = lookUpAt(session);
  const valuesOf = async (parameters: readonly CallParameter[]) => {
    const entries: [string, string][] = [];
    for (const { name, flag, target: type, isFlag } of parameters) {
      const option = options[camel(flag)];
      if (option === undefined) continue;
      const text = isFlag ? yesOrNo(flag, String(option)) : String(option);
      const answer = type === undefined ? { record: { id: text } } : await lookUp(type, text);
      if ('reason' in answer) throw new CommandStop('refused', `--${flag}: ${answer.reason}`);
      entries.push([name, answer.record.id]);
    }
    return Object.fromEntries(entries);
  };
  return { params: await valuesOf(pathParameters(call)), query: await valuesOf(filterParameters(call)) };
}

function yesOrNo(flag: string, text: string): string {
  const flags: Readonly<Record<string, string>> = { true: 'true', yes: 'true', false: 'false', no: 'false' };
  const read = flags[text.toLowerCase()];
  if (read === undefined) throw new CommandStop('misused', `--${flag} must be yes or no, not '${text}'.`);
  return read;
}

/**
 * Checks the parameters against the schema of the call before anything is sent.
 *
 * Fails: a stop that names each option and its reason.
 */
export function refuseWrong(call: ListCall, { params, query }: RowRequest): void {
  const issues = [call.params?.safeParse(params), call.query?.safeParse(query)].flatMap(
    (read) => read?.error?.issues ?? [],
  );
  if (issues.length === 0) return;
  const wrong = issues.map(({ path, message }) => `--${flagName(call, String(path[0] ?? ''))} ${message}`);
  throw new CommandStop(
    'misused',
    wrong.length === 1 ? (wrong[0] ?? '') : 'These options are invalid:',
    wrong.length === 1 ? [] : wrong,
  );
}

/** Adds the options for search and sorting. */
export const withOrderOptions = (command: Command): Command =>
  command
    .option('--search <text>', 'only rows that contain this text')
    .option('--sort <column>', 'sort by a column, or in reverse with a minus sign (--sort=-column)');

/**
 * Search and sorting in the format of the list.
 *
 * Fails: a stop, if there is no such column.
 */
export function parseOrder(
  { list }: ListCall,
  { search, sort }: { readonly search?: string; readonly sort?: string },
): Options {
  const column = sort?.replace(/^-/, '');
  const sortable = list.columns.filter((listColumn) => listColumn.sortable !== false).map(({ field }) => field);
  return {
    ...(search === undefined ? {} : { searchQuery: search }),
    ...(column === undefined
      ? {}
      : { sortColumn: existingColumn(column, sortable), sortAsc: String(!sort?.startsWith('-')) }),
  };
}

/**
 * A column by its name in any case.
 *
 * Fails: a stop that names the columns that may be meant.
 */
export function existingColumn(typed: string, columns: readonly string[]): string {
  const found = columns.find((name) => name.toLowerCase() === typed.replaceAll('-', '').toLowerCase());
  if (found !== undefined) return found;
  const suggestion = didYouMean(typed, columns) || `; available: ${columns.join(', ')}`;
  throw new CommandStop('misused', `There is no column '${typed}'${suggestion}`);
}
