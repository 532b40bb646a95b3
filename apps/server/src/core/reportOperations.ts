import type { ReportQuery } from '@carrara/adapters/postgres/engine/reports/reportQuery';
import type { TypedEndpoints } from '@carrara/contract/core/endpoint';
import {
  parameterTexts,
  type ReportParameterText,
  groupKey,
  type ReportDefinition,
  reportNote,
  reportFor,
  type Subtotal,
  applyTitles,
} from '@carrara/contract/core/report';
import type { Column } from '@carrara/contract/core/fields';
import { modules } from '@carrara/contract/core/modules';
import { isRecordType } from '@carrara/contract/core/recordType';
import { err, fail } from '@carrara/domain/kernel';
import { type NamedRecords, refuseUnknown } from './namedRecords.ts';
import type { Operations, RequestContext } from './operations.ts';
import { listOperation, type PageQuery } from './recordOperations.ts';

type Row = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, unknown>>;

/** Content of a report's file besides its rows. */
export interface ReportParts {
  readonly groupBy: readonly string[];
  readonly splitBy: readonly string[];
  readonly counted: string;
  readonly note?: string | undefined;
  /** Sums of all groups. */
  readonly subtotals: readonly Subtotal[];
  /** Parameters as displayed. */
  readonly parameters: readonly ReportParameterText[];
  /** Returns the columns with the titles that they have for these parameters. */
  readonly titled: (columns: readonly Column[]) => readonly Column[];
}

export type ReportInput = { readonly query: PageQuery & Values };

/**
 * Creates the handler that all reports share. It returns pages, the sums of the groups on a page, and the parts of
 * its files, which are read after a page.
 *
 * Fails: NOT_FOUND at a parameter that doesn't name a record of its kind, and the failures of the list.
 */
export function reportOperation(query: ReportQuery) {
  const { report } = query;
  const valuesOf = ({ query: pageQuery }: ReportInput, { today }: RequestContext): Values => ({
    ...Object.fromEntries(Object.keys(report.parameters).map((name) => [name, pageQuery[name]])),
    today,
  });
  const list = listOperation<Row, ReportInput['query'], ReportInput>(query, (_query, context, input) =>
    valuesOf(input, context),
  );
  const requestedIn = async ({ tx, tenant }: RequestContext, values: Values) => {
    const [names, usual] = [await query.names(tx, values), await query.usual?.(tx, values)];
    return [...parameterTexts(reportFor(report, tenant.isLpTenant), { ...values, ...usual }, (name) => names[name])];
  };
  /** A report that the firm's settings don't include counts as missing. */
  const { setting } = modules[report.module].menu.find(({ name }) => name === report.offeredWith) ?? {};
  const offered = ({ tenant }: RequestContext) => setting === undefined || tenant.settings[setting] === 'True';
  const page = async (context: RequestContext, input: ReportInput) => {
    if (!offered(context)) return err([fail('NOT_FOUND', [], 'This firm doesn’t have this report.')]);
    const values = valuesOf(input, context);
    const checked = await refuseUnknown(context.tx, recordParameters(report), values);
    if (checked.isErr()) return err(checked.error);
    const refused = (await query.refuses?.(context.tx, values)) ?? [];
    if (refused.length > 0) return err(refused);
    const found = await list(context, input);
    if (found.isErr()) return found;
    const requested = await requestedIn(context, values);
    const { subtotals: all, charts } = await query.sums(context.tx, values);
    const groupNames = new Set(
      found.value.pageData.flatMap((row) => groupsOf(report.groupBy.map((field) => row[field]))),
    );
    const subtotals = all.filter(({ keys }) => keys.length === 0 || groupNames.has(JSON.stringify(keys)));
    return found.map((answer) => ({ ...answer, subtotals, charts, parameters: requested }));
  };
  const parts = async (context: RequestContext, input: ReportInput): Promise<ReportParts> => {
    const values = valuesOf(input, context);
    const visible = reportFor<ReportDefinition>(report, context.tenant.isLpTenant);
    const { groupBy, splitBy, counted = 'rows' } = visible;
    const requested = await requestedIn(context, values);
    const titled: ReportParts['titled'] = (columns) => applyTitles(report, columns, values);
    return {
      groupBy,
      splitBy,
      counted,
      note: reportNote(visible, values),
      parameters: requested,
      titled,
      subtotals: (await query.sums(context.tx, values)).subtotals,
    };
  };
  return Object.assign(page, { rows: list.rows, parts });
}

/** Returns the parameters that name a record. Reference entries are chosen from a list and aren't included. */
export const recordParameters = ({ parameters }: ReportDefinition): NamedRecords =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, { kind, target: type = '' }]): [string, NamedRecords[string]][] => {
      if (kind !== 'reference') return [];
      if (type === 'vehicle') return [[name, 'holder']];
      return type === 'participant' || isRecordType(type) ? [[name, type]] : [];
    }),
  );

/** Returns the groups of a row, outermost first. */
const groupsOf = (values: readonly unknown[]): readonly string[] =>
  values.map((_, level) => JSON.stringify(values.slice(0, level + 1).map(groupKey)));

/** Creates the operations for the reports of an area from their queries. */
export function reportOperations<Es extends TypedEndpoints>(
  queries: Readonly<Record<keyof Es, ReportQuery>>,
): Operations<Es> {
  const all = Object.entries<ReportQuery>(queries).map(([name, query]) => [name, reportOperation(query)]);
  // A row has the fields of the report's columns. The definition and its base are tested together.
  return Object.fromEntries(all) as Operations<Es>;
}
