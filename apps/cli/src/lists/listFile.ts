import { type ExportFormat, exportFormats } from '@carrara/contract/core/fileTypes';
import { toWire } from '@carrara/contract/core/wireNames';
import { valueOrStop } from '../session/failureStop.ts';
import type { Session } from '../session/openSession.ts';
import { allPages, type RowRequest } from './allRows.ts';
import type { ListCall } from './calls.ts';

/** A file format: its name in the API, if it has one, and its ending. */
export interface FileFormat {
  readonly wire: string | undefined;
  readonly extension: string;
}
const exported = <F extends ExportFormat>(wire: F) => ({ wire, extension: exportFormats[wire].extension });
/** The formats of lists and reports. */
export const formats = {
  excel: exported('excel'),
  pdf: exported('application/pdf'),
  csv: exported('csv'),
  json: { wire: undefined, extension: 'json' },
} as const satisfies Readonly<Record<string, FileFormat>>;
export type Format = keyof typeof formats;
export const formatNames = Object.keys(formats) as readonly Format[];

/** A list or a report as the bytes of a file. The server creates it from one state of the data. JSON has all pages in one object. */
export async function listFile(
  session: Pick<Session, 'server' | 'client'>,
  call: ListCall,
  { params = {}, query = {} }: RowRequest,
  format: Format,
): Promise<Uint8Array> {
  const { wire } = formats[format];
  if (wire === undefined) return Buffer.from(`${await readJson(session, call, { params, query })}\n`);
  const file = await session.client.download(call, { params, query: { ...query, format: wire } } as never);
  return valueOrStop(session.server, file).bytes;
}

/** All rows with their sums, with the field names of the API. */
export async function readJson(
  session: Pick<Session, 'server' | 'client'>,
  call: ListCall,
  request: RowRequest,
): Promise<string> {
  const pages = await allPages(session, call, request);
  const [first] = pages;
  const rows = pages.flatMap(({ pageData }) => pageData);
  const sums = pages.flatMap(({ subtotals = [] }) => subtotals);
  const whole = call.report
    ? {
        report: call.report.name,
        parameters: first?.parameters ?? [],
        rows,
        // A group that spans two pages has its sums on both.
        subtotals: [...new Map(sums.map((sum) => [JSON.stringify([sum.keys, sum.splitKeys]), sum])).values()],
      }
    : { list: call.list.title, rows, totals: first?.totals ?? [], totalItemCount: rows.length };
  return JSON.stringify(toWire(whole), undefined, 2);
}
