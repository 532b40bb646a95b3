import {
  openOpenings,
  participantsByCode,
  sourcesByCode,
} from '@carrara/adapters/postgres/carry/ledgerRun/openingCodes';
import {
  type ExistingCodes,
  type OpeningColumn,
  openingColumns,
  openingErrors,
  openingImportFields,
  openingRequest,
  planOpenings,
  type ReadOpenings,
  readOpeningSheets,
  withoutWrongRows,
} from '@carrara/domain/carry/ledgerRun';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { sortByRow } from '@carrara/domain/platform/upload';
import type { RequestContext } from '../core/operations.ts';
import { computeLedgerRun, saveLedgerRun } from '../usecases/carry/ledgerRun.ts';
import { sheetImporter } from './importer.ts';

const REASON = 'Import of opening balances';

async function existingCodes({ tx }: RequestContext, { rows }: ReadOpenings): Promise<ExistingCodes> {
  const codesIn = (column: 'participant' | 'source') => [...new Set(rows.flatMap((row) => row[column] ?? []))];
  const participants = await participantsByCode(tx, codesIn('participant'));
  const sources = await sourcesByCode(tx, codesIn('source'));
  return {
    participants: new Map(participants.map((participant) => [participant.code, participant])),
    sources: new Map(sources.map((source) => [source.code, source])),
  };
}

/**
 * Imports a workbook of opening balances: each row is a participant's balance at a source on a date. Each date and
 * currency becomes a separate draft.
 */
export const openingBalanceImporter = sheetImporter({
  fields: openingImportFields,
  sample: `As of,Participant,Source,Accrued,Distributed,Escrow held
2025-12-31,E-101,FUND-I,250000.00,100000.00,10000.00
2025-12-31,E-102,FUND-I,120000.00,,
`,
  async plan(context, sheets) {
    const read = readOpeningSheets(sheets);
    const planned = planOpenings(read, await existingCodes(context, read));
    const found = [...planned.errors];
    for (const run of planned.runs) {
      const computed = await computeLedgerRun(context, openingRequest(run));
      if (computed.isErr()) found.push(...openingErrors(run, computed.error, read));
    }
    const runs = withoutWrongRows(planned.runs, found);
    const accounts = runs.flatMap(({ lines }) =>
      lines.map(({ line: { participantId, sourceId } }) => ({ participantId: participantId ?? '', sourceId })),
    );
    const open = await openOpenings(context.tx, accounts);
    return {
      effects: [
        { kind: 'Opening balances', created: accounts.length, updated: 0, unchanged: 0, newVersions: 0 },
        { kind: 'Drafts of opening balances', created: runs.length, updated: 0, unchanged: 0, newVersions: 0 },
      ],
      errors: sortByRow(
        found,
        sheets.map(({ name }) => name),
      ),
      notes: [
        ...read.notes,
        'Each date and currency becomes a draft under Escrow and balances. It is entered into the accounts after someone else approves it.',
      ],
      warnings: open.map(({ name }) => `'${name}' isn’t posted yet and opens some of these accounts too.`),
      changes: [],
      async carryOut(current, onProgress): Promise<Result<void, Failures>> {
        for (const [at, run] of runs.entries()) {
          const draft = { name: run.name, description: null, request: openingRequest(run), reason: REASON };
          const saved = await saveLedgerRun(current, draft);
          if (saved.isErr()) return err(saved.error);
          onProgress(Math.floor(((at + 1) * 100) / runs.length));
        }
        return ok(undefined);
      },
    };
  },
  async template() {
    const { templateWorkbook } = await import('@carrara/adapters/spreadsheet/templateWorkbook');
    const amount = '#,##0.00';
    const formats: Partial<Record<OpeningColumn, string>> = {
      asOf: 'mm/dd/yyyy',
      accrued: amount,
      distributed: amount,
      escrow: amount,
    };
    const columns = (Object.keys(openingColumns) as OpeningColumn[]).map((name) => ({
      title: openingColumns[name],
      hint: openingImportFields[name].hint,
      format: formats[name],
    }));
    return templateWorkbook([{ name: 'Opening balances', columns }]);
  },
});
