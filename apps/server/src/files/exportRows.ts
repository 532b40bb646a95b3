import { fileKinds } from '@carrara/contract/core/fileTypes';
import type { Column } from '@carrara/contract/core/fields';
import { spool } from './spool.ts';
import { listFiles } from './listFiles.ts';
import type { FileAnswer, RequestContext } from '../core/operations.ts';

interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Totals. Summed from the rows if absent. */
  readonly totals?: readonly { readonly field: string; readonly total: string; readonly currency?: string }[];
}

/** Exports rows that are already in memory as an Excel file. */
export async function exportRows({ tenant, person, today }: RequestContext, table: Table): Promise<FileAnswer> {
  const by = { tenantName: tenant.name, reader: person.firstName, today };
  const rows = (async function* () {
    yield* table.rows;
  })();
  return {
    name: `${table.title}.xlsx`,
    type: fileKinds.xlsx.mediaType,
    content: await spool(await listFiles.excel({ ...table, rows }, by)),
  };
}
