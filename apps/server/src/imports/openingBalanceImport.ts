import {
  ledgerRunPorts,
  openOpenings,
  participantsByCode,
  sourcesByCode,
} from '@carrara/adapters/postgres/carry/ledgerRun';
import {
  computeFromRecords,
  type LedgerRunRequest,
  type OpeningColumn,
  openingColumns,
  type OpeningRow,
  readOpeningSheets,
  saveLedgerRun,
} from '@carrara/domain/carry/ledgerRun';
import { spokenDate } from '@carrara/domain/carry/run';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../operations.ts';
import { importPermissions } from './importPermissions.ts';
import type { Importer, PlannedImport } from './importer.ts';

const REASON = 'Import of opening balances';

/** The rows of one day and currency: a run of their own. */
interface PlannedRun {
  readonly name: string;
  readonly request: LedgerRunRequest;
  readonly rows: readonly OpeningRow[];
}

const portsOf = ({ tx }: RequestContext) => ledgerRunPorts(tx, { allowSelfApproval: false });

/** The runs that the rows come to, and what of them names nothing that there is. */
async function plannedRuns({ tx }: RequestContext, rows: readonly OpeningRow[]) {
  const errors: PlannedImport['errors'][number][] = [];
  const participants = new Map(
    (
      await participantsByCode(
        tx,
        rows.map(({ participant }) => participant),
      )
    ).map((one) => [one.code, one]),
  );
  const sources = new Map(
    (
      await sourcesByCode(
        tx,
        rows.map(({ source }) => source),
      )
    ).map((one) => [one.code, one]),
  );
  const runs = new Map<string, PlannedRun>();
  for (const row of rows) {
    const participant = participants.get(row.participant.toLowerCase());
    const source = sources.get(row.source.toLowerCase());
    const refuse = (column: OpeningColumn, reason: string) =>
      errors.push({ sheet: row.sheet, row: row.row, column: openingColumns[column], reason });
    if (!participant) refuse('participant', `there is no participant with the code ${row.participant}`);
    if (!source) refuse('source', `there is no source ${row.source}`);
    if (!participant || !source) continue;
    const key = `${row.asOf} ${source.currencyId ?? ''}`;
    const name = ['Opening balances as of', spokenDate(row.asOf), source.currency].filter(Boolean).join(' ');
    const run = runs.get(key) ?? { name, request: { type: 'OPENING', runDate: row.asOf, lines: [] }, rows: [] };
    const { accrued, distributed, escrow } = row;
    const line = { participantId: participant.id, sourceId: source.id, accrued, distributed, escrow };
    runs.set(key, {
      name,
      request: { ...run.request, lines: [...run.request.lines, line] },
      rows: [...run.rows, row],
    });
  }
  return { runs: [...runs.values()], errors };
}

/** A refusal of a row of a run, where it stands in the file. */
function toldAt({ rows }: PlannedRun, failures: Failures): PlannedImport['errors'] {
  return failures.map(({ path: [, at, field], detail }) => {
    const row = typeof at === 'number' ? rows[at] : rows[0];
    const column = typeof field === 'string' ? openingColumns[field as OpeningColumn] : undefined;
    return { sheet: row?.sheet ?? '', row: row?.row ?? null, column: column ?? null, reason: detail };
  });
}

/** A workbook of opening balances: a row is what a participant has at a source as of a day. Each day and currency becomes a draft of its own. */
export const openingBalanceImporter: Importer = {
  permission: importPermissions['opening-balances'],
  async plan(context, sheets) {
    const read = readOpeningSheets(sheets);
    const { runs, errors: unknown } = await plannedRuns(context, read.rows);
    const errors = [...read.errors, ...unknown];
    for (const run of runs) {
      const computed = await computeFromRecords(portsOf(context), run.request);
      if (computed.isErr()) errors.push(...toldAt(run, computed.error));
    }
    const accounts = runs.flatMap(({ request }) =>
      request.lines.map(({ participantId, sourceId }) => ({ participantId: participantId ?? '', sourceId })),
    );
    const open = await openOpenings(context.tx, accounts);
    return {
      effects: [
        { kind: 'Opening balances', created: accounts.length, updated: 0, unchanged: 0, newVersions: 0 },
        { kind: 'Drafts of opening balances', created: runs.length, updated: 0, unchanged: 0, newVersions: 0 },
      ],
      errors,
      notes: [
        ...read.notes,
        'Each day and currency becomes a draft under Escrow and balances; it is entered into the accounts when somebody else has approved it.',
      ],
      warnings: open.map(({ name }) => `'${name}' is not posted yet and opens some of these accounts as well.`),
      changes: [],
      async carryOut(current, onProgress): Promise<Result<void, Failures>> {
        for (const [at, { name, request }] of runs.entries()) {
          const saved = await saveLedgerRun(portsOf(current), { name, description: null, request, reason: REASON });
          if (saved.isErr()) return err(saved.error);
          onProgress(Math.floor(((at + 1) * 100) / runs.length));
        }
        return ok(undefined);
      },
    };
  },
  async template() {
    const { templateWorkbook } = await import('@carrara/adapters/spreadsheet');
    const hints: Readonly<Record<OpeningColumn, string>> = {
      asOf: 'the day as of which the balances are; required',
      participant: 'code of an employee or trust; required',
      source: 'code of a fund or coinvestment, investment/holder, or investment/holder/number of a tranche; required',
      accrued: 'carry accrued up to the day, whether paid or not; required',
      distributed: 'gross carry distributed up to the day, escrow included',
      escrow: 'what of it is still held in escrow on the day',
    };
    const amount = '#,##0.00';
    const formats: Partial<Record<OpeningColumn, string>> = {
      asOf: 'mm/dd/yyyy',
      accrued: amount,
      distributed: amount,
      escrow: amount,
    };
    const columns = (Object.keys(openingColumns) as OpeningColumn[]).map((name) => ({
      title: openingColumns[name],
      hint: hints[name],
      format: formats[name],
    }));
    return templateWorkbook([{ name: 'Opening balances', columns }]);
  },
};
