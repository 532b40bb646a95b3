import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { Fields } from './fields.ts';
import { type ListDefinition, notBoolean, pageSchema, pageRequest } from './paging.ts';
import {
  isPeopleReference,
  type Parameter,
  type ParameterKind,
  type ReportColumn,
  type ReportDefinition,
  type ReportMark,
} from './report.ts';
import { coverage, date, id, resultSchema, text } from './schema.ts';

/** Reads each kind of parameter from an address. */
const schemas: Readonly<Record<ParameterKind, (field: Parameter) => z.ZodType>> = {
  date,
  reference: id,
  status: ({ options = [] }) => {
    const codes = options.map(({ code }) => code);
    return z.enum(codes, `isn’t one of ${codes.join(', ')}`);
  },
  boolean: () => z.stringbool(notBoolean),
  text: ({ max, like }) => (like ? text(max).regex(like.pattern, like.otherwise) : text(max)),
};

const subtotal = z.object({
  keys: z.array(z.string()),
  splitKeys: z.array(z.string()),
  totals: z.array(z.object({ field: z.string(), total: z.string().nullable(), coverage: coverage().optional() })),
});

const chartSum = z.object({
  name: z.string().nullable(),
  date: date().nullable(),
  splitKeys: z.array(z.string()),
  amount: z.string().nullable(),
  link: z.array(z.object({ field: z.string(), key: z.string().nullable() })),
});

const requestedParameter = z.object({
  name: z.string(),
  title: z.string(),
  kind: z.enum(['date', 'text']),
  text: z.string(),
});

const markOf = (mark: ReportMark): z.ZodType =>
  mark === 'notDetermined'
    ? z.array(z.object({ field: z.string(), code: z.string(), message: z.string() }))
    : mark === 'rolledForwardFrom' || mark === 'reportedThrough' || mark === 'lastDate' || mark === 'carriedFrom'
      ? date().nullable()
      : mark === 'excluded'
        ? z.object({ reason: z.string(), lastDate: date().nullable() }).nullable()
        : mark === 'recallable' || mark === 'contradiction'
          ? z.string().nullable()
          : z.boolean().nullable();

const rowOf = (columns: readonly ReportColumn[], marks: readonly ReportMark[]) =>
  resultSchema(Object.fromEntries(columns.map(({ field, kind, title }) => [field, { kind, title }])) as Fields).extend({
    id: id(),
    ...Object.fromEntries(marks.map((mark) => [mark, markOf(mark)])),
  });

/**
 * Creates the call of a report: a paged list whose filters are the report's parameters, with the subtotals of the groups on the page.
 * `?format=excel`, `application/pdf` or `csv` returns the whole report as a file.
 *
 * Fails: INVALID_VALUE for a `searchQuery`, because reports can't be searched; for `to` if a period ends before it
 * begins. Also for a selected person while names are hidden, because the result would identify the person.
 */
export function reportEndpoint<const R extends ReportDefinition>(report: R) {
  const { title, columns, marks = [], defaultSort, pageSize = 100, parameters } = report;
  const sortable = columns.filter(({ sortable }) => sortable !== false).map(({ field }) => field);
  const accepted = Object.entries(parameters).map(([name, field]): [string, z.ZodType] => {
    const schema = schemas[field.kind](field);
    return [name, field.required ? schema : schema.optional()];
  });
  const request = pageRequest({ pageSize, sortColumn: defaultSort.field, sortAsc: defaultSort.ascending }, sortable);
  return {
    method: 'GET',
    path: pathOf(report),
    summary: `Report: ${title}`,
    permission: report.permission as R['permission'],
    ...(report.otherPath ? { otherPath: report.otherPath } : {}),
    ...(report.sensitive ? { sensitive: report.sensitive } : {}),
    ...(report.offThread ? { offThread: report.offThread } : {}),
    ...(report.failures ? { failures: report.failures } : {}),
    query: request
      .extend(Object.fromEntries(accepted))
      // A search would make the sums meaningless. Clients that treat it as a list may send an empty search.
      .extend({ searchQuery: z.literal('', 'isn’t supported. Use the report’s parameters instead').default('') })
      .refine(isPeriod, { path: ['to'], error: 'can’t be before the start of the period' })
      .superRefine((values: Readonly<Record<string, unknown>>, { addIssue }) => {
        for (const [name, field] of Object.entries(parameters)) {
          if (values['redactName'] !== true || !values[name] || !isPeopleReference(field)) continue;
          addIssue({ code: 'custom', path: [name], message: 'can’t be used while names are hidden' });
        }
      }),
    result: pageSchema(rowOf(columns, marks)).extend({
      subtotals: z.array(subtotal),
      /** The charts in the order of the definition, over the whole report. */
      charts: z.array(z.array(chartSum)),
      parameters: z.array(requestedParameter),
    }),
    list: { title, columns, defaultSort, pageSize } satisfies ListDefinition,
    report,
    tags: report.tags,
  } as const satisfies Endpoint;
}

/** Returns the path of a report. Compensation's reports have no category, as in the specification. */
const pathOf = ({ module, category, at, name }: ReportDefinition): string =>
  module === 'comp' ? `/api/comp/reporting/${name}` : `/api/${module}/reporting/${category ?? 'v2'}/${at ?? name}`;

const isPeriod = ({ from, to }: { readonly from?: unknown; readonly to?: unknown }): boolean =>
  typeof from !== 'string' || typeof to !== 'string' || from <= to;

/** Creates the calls of an area's reports. */
export function reportEndpoints<const R extends Readonly<Record<string, ReportDefinition>>>(reports: R) {
  const all = Object.entries(reports).map(([operation, report]) => [operation, reportEndpoint(report)]);
  return Object.fromEntries(all) as { readonly [K in keyof R]: ReturnType<typeof reportEndpoint<R[K]>> };
}
