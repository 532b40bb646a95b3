import { z } from 'zod';
import { type Endpoint, idParams, listEndpoint } from '../../core/endpoint.ts';
import type { Permission } from '../../core/permissions.ts';
import { date, figure, id } from '../../core/schema.ts';

/**
 * Calls for the profiles of participants and containers: distributions, forecasts, allocations, vesting, ledger. Several kinds of records have the
 * same calls, so they are defined once here. `$` in an operation's name is replaced with the record's name.
 */
type Named<N extends string, T> = {
  [K in keyof T as K extends `${infer Before}$${infer After}` ? `${Before}${N}${After}` : never]: T[K];
};
export const withName = <const N extends string, T extends Record<string, Endpoint>>(name: N, calls: T) =>
  Object.fromEntries(Object.entries(calls).map(([key, call]) => [key.replace('$', name), call])) as Named<N, T>;

/** A currency code; null if there are several or it is unknown. */
export const currencyCode = z.string().nullable();
/** A slice of a chart. The browser limits the number of slices displayed. */
const chartSlice = z.object({ id: id().nullable(), name: z.string(), currency: currencyCode, amount: figure('money') });
/** A point of a chart over time. */
const chartPoint = z.object({ date: date(), name: z.string(), currency: currencyCode, amount: figure('money') });
export const slices = z.array(chartSlice);
export const chartPoints = z.array(chartPoint);

export const viewCall = <const P extends Permission, R extends z.ZodType>(
  path: string,
  summary: string,
  permission: P,
  result: R,
  tags: readonly string[] = ['Distribution'],
) => ({ method: 'GET', path, summary, permission, params: idParams, result, tags }) as const satisfies Endpoint;
export const pages = <
  const P extends Permission,
  R extends z.ZodType,
  const Q extends z.ZodRawShape = Record<never, never>,
>(
  path: string,
  title: string,
  permission: P,
  row: R,
  columns: Parameters<typeof listEndpoint>[0]['columns'],
  sort: string,
  filters?: Q,
  counted?: string,
) => ({
  ...listEndpoint({
    path,
    title,
    permission,
    row,
    columns,
    defaultSort: { field: sort, ascending: /name$/i.test(sort) },
    pageSize: 20,
    tags: ['Distribution', 'AllocationProfile'],
    ...(filters ? { filters } : {}),
    ...(counted ? { counted } : {}),
  }),
  permission,
  params: idParams,
});

export const navigation = z.array(z.object({ id: id(), name: z.string(), code: z.string().nullable() }));
