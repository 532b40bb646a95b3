import { currencyColumns } from '@carrara/adapters/printed/currencyColumns';
import { listCsv } from '@carrara/adapters/spreadsheet/listCsv';
import { countedNoun } from '@carrara/contract/core/coverage';
import type { Column } from '@carrara/contract/core/fields';
import { toWire } from '@carrara/contract/core/wireNames';
import { signinEndpoints } from '@carrara/contract/platform/signIn/signin';
import type { Command } from 'commander';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { allPages, type Row } from '../lists/allRows.ts';
import {
  existingColumn,
  parseOrder,
  refuseWrong,
  parametersFrom,
  withParameters,
  withOrderOptions,
} from '../lookup/callParameters.ts';
import { type ListCall, listCalls, otherList } from '../lists/calls.ts';
import { buildTable } from '../lists/table.ts';
import { act, type Run, withExamples } from '../run/act.ts';
import { boldStyle } from '../run/colors.ts';
import { CommandStop } from '../run/commandStop.ts';
import type { World } from '../run/world.ts';
import { runInSession, type Session, withServerOptions } from '../session/openSession.ts';
import type { SettingValues } from '../settings/settings.ts';
import { countText } from '../run/countText.ts';

interface ListOptions extends SettingValues {
  readonly search?: string;
  readonly sort?: string;
  readonly columns?: string;
  readonly csv?: true;
}

/** `carrara list NAME`: prints any list, with all its pages. */
export function addList(command: Command, world: World): void {
  for (const [name, call] of listCalls) addListCommand(command, world, name, call);
  withExamples(
    command,
    'carrara list funds',
    "carrara list fund-investments --fund 'Alder Growth Fund III' --csv > investments.csv",
  );
}

function addListCommand(to: Command, world: World, name: string, call: ListCall): void {
  const command = withOrderOptions(withParameters(to.command(name).description(call.list.title), call))
    .option(
      '--columns <names>',
      `the columns to show, separated by commas: ${call.list.columns.map(({ field }) => field).join(', ')}`,
    )
    .option('--csv', 'print CSV; the default if the output goes to another program');
  const own = call.params ? ` ${exampleOf(command)}` : '';
  withExamples(withServerOptions(command), `carrara list ${name}${own} --sort=-${call.list.defaultSort.field} --json`);
  act(command, world, (run, options: ListOptions) => {
    const columns = columnsOf(call, options.columns);
    const order = parseOrder(call, options);
    return runInSession(run, options, async (session) => {
      const { params, query } = await parametersFrom(session, call, options as Readonly<Record<string, unknown>>);
      const request = { params, query: { ...query, ...order } };
      refuseWrong(call, request);
      const pages = await allPages(session, call, request).catch(async (error: unknown) => {
        throw await namingOtherList(session, call, error);
      });
      const rows = pages.flatMap(({ pageData }) => pageData);
      const totals = pages[0]?.totals ?? [];
      if (run.json) {
        const cut = options.columns === undefined ? rows : rows.map((row) => only(row, columns));
        return run.print(
          JSON.stringify(toWire({ list: name, rows: cut, totals, totalItemCount: rows.length }), undefined, 2),
        );
      }
      if (options.csv || !run.output.isTTY) {
        const csv = await buffer(listCsv((await currencyColumns({ columns }, () => streamOf(rows))) as never));
        return run.print(csv.toString().replace(/\n$/, ''));
      }
      const wide = await currencyColumns({ columns, totals: totals as never }, () => streamOf(rows));
      return table(run, call, wide.columns, await Readable.from(wide.rows).toArray(), wide.totals as never);
    });
  });
}

/** Returns a refusal that names a list with the same title that the person can open, if there is one. */
async function namingOtherList({ client }: Session, call: ListCall, error: unknown): Promise<unknown> {
  if (!(error instanceof CommandStop) || !error.details.includes('FORBIDDEN')) return error;
  const person = await client.call(signinEndpoints.getSignedInUser, {});
  const applications = person.isOk() ? person.value.applications.map(({ id }) => id) : [];
  const other = otherList(call, applications);
  if (other === undefined) return error;
  return new CommandStop(error.outcome, `${error.message} Try "carrara list ${other}".`, error.details);
}

const exampleOf = (command: Command): string =>
  command.options
    .filter(({ mandatory }) => mandatory)
    .map(({ long }) => `${long} 'a name'`)
    .join(' ');

async function* streamOf(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

function columnsOf({ list }: ListCall, named: string | undefined): readonly Column[] {
  const all = [...list.columns, ...(list.parts?.columns ?? [])];
  if (named === undefined) return list.columns.filter(({ hidden }) => !hidden);
  const fields = all.map(({ field }) => field);
  return named.split(',').flatMap((typed) => all.filter(({ field }) => field === existingColumn(typed.trim(), fields)));
}

const only = (row: Row, columns: readonly Column[]): Row =>
  Object.fromEntries(
    [...(row['id'] === undefined ? [] : ['id']), ...columns.map(({ field }) => field)].map((field) => [
      field,
      row[field],
    ]),
  );

async function table(
  run: Run,
  { list }: ListCall,
  columns: readonly Column[],
  rows: readonly Row[],
  totals: readonly { field: string; total: string | null; currency?: string | undefined }[],
): Promise<void> {
  const { lines, omitted } = buildTable(columns, rows, totals as never, {
    width: run.output.columns,
    bold: boldStyle(run, run.output),
    counted: countedNoun(list),
  });
  if (rows.length > 0) await run.print(lines.join('\n'));
  run.note(`${rows.length === 0 ? 'There are no records to display' : countText(rows.length, 'row')} · ${list.title}`);
  if (omitted.length > 0)
    run.note(
      `No room for ${omitted.join(', ')}. Choose columns with --columns, or use --csv or --json for all of them.`,
    );
}
