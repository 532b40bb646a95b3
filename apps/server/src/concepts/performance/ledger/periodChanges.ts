import { type ExportFormat, exportFormats } from '@carrara/contract/core/fileTypes';
import { print } from '@carrara/adapters/pdf/print';
import {
  enteredBetween,
  type EnteredRow,
  excludesPartners,
  reasonOfNavBasis,
  reopenedBetween,
} from '@carrara/adapters/postgres/performance/ledger/readChanges';
import { loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { Column } from '@carrara/contract/core/fields';
import { smallChangesText } from '@carrara/contract/performance/close/smallChangesText';
import { changedNavBasis } from '@carrara/contract/performance/close/changedNavBasis';
import { changedPolicy } from '@carrara/contract/performance/close/changedPolicy';
import { basisNames } from '@carrara/contract/performance/period/basis';
import type { PeriodChanges } from '@carrara/contract/performance/period/period';
import { comparedKind, figureTitle } from '@carrara/contract/performance/period/periodFigures';
import { calendarDate, type CalendarDate, err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import {
  type AccountRowTexts,
  changedFigures,
  changedRows,
  type FigureChange,
  isDisplayedUnchanged,
} from '@carrara/domain/performance/close';
import {
  type CommitmentEventKind,
  commitmentEventKinds,
  type EntryType,
  entryTypeRule,
  isLate,
} from '@carrara/domain/performance/ledger';
import { type FigureName, type ReportedName, reportedFigures } from '@carrara/domain/performance/period';
import { exportedFor } from '../../../files/exportList.ts';
import { spool } from '../../../files/spool.ts';
import { listFiles } from '../../../files/listFiles.ts';
import type { FileAnswer, RequestContext } from '../../../core/operations.ts';
import { noPeriod, type PeriodLocation } from '../../../usecases/performance/period.ts';
import { type ExistingFigures, loadFiguresAsOf } from '../vehicle/figuresAsOf.ts';
import { toCapitalAccount, findStatements } from '../statement/statementAnswers.ts';

interface Between {
  readonly from: string;
  readonly to: string;
}

const brought = {
  UPLOAD: 'A file',
  DISTRIBUTION: 'A distribution',
  LEDGER_RUN: 'A clawback',
  TRANSFER: 'A data transfer',
};
/** Returns the origin of a row: its file and row, or its other source, and the person who entered it. */
function originOf({ source, sourceName, enteredBy }: EnteredRow): string {
  const from = source && (sourceName ?? brought[source.kind]);
  const row = source?.row == null ? null : `row ${String(source.row)}`;
  return [from, row, enteredBy].filter((part) => part !== null).join(', ');
}

const reportedEntered = ({ sourceName, enteredBy, ...row }: EnteredRow) => ({
  ...row,
  origin: originOf({ ...row, sourceName, enteredBy }),
  typeTitle:
    row.kind === 'ENTRY'
      ? entryTypeRule(row.type as EntryType).title
      : row.kind === 'COMMITMENT'
        ? commitmentEventKinds[row.type as CommitmentEventKind].title
        : row.kind === 'REPORTED'
          ? `Reported: ${reportedFigures[row.type as ReportedName].title}`
          : 'Valuation',
  isLate: isLate(calendarDate(row.effectiveDate), calendarDate(row.bookedPeriod)),
});

/** Returns the rows of a vehicle's capital account in a state of the quarter. Empty if it had no figures yet. */
async function accountRows(
  tx: Transaction,
  fundId: string,
  endDate: CalendarDate,
  { figures, beforeSeq: seqBefore }: ExistingFigures,
): Promise<Result<readonly AccountRowTexts[], Failures>> {
  if (figures.length === 0) return ok([]);
  const asKnownOn = seqBefore === null ? undefined : seqBefore - 1;
  const found = await findStatements(tx, { fundId, endDate, asKnownOn });
  return found.map((statements) => toCapitalAccount(statements).rows);
}

/**
 * Returns the changes of a quarter between two of its states.
 *
 * Fails: NOT_FOUND (the vehicle, or a version).
 */
export async function periodChanges(
  { tx, tenant }: Pick<RequestContext, 'tx' | 'tenant'>,
  { params, query }: { readonly params: PeriodLocation; readonly query: Between },
): Promise<Result<PeriodChanges, Failures>> {
  const vehicle = await loadVehicle(tx, params.vehicleId);
  if (vehicle === undefined) return err(noPeriod(params));
  const end = calendarDate(params.endDate);
  const from = await loadFiguresAsOf(tx, vehicle, end, query.from, 'from');
  if (from.isErr()) return err(from.error);
  const to = await loadFiguresAsOf(tx, vehicle, end, query.to, 'to');
  if (to.isErr()) return err(to.error);
  const before = await accountRows(tx, vehicle.id, end, from.value);
  if (before.isErr()) return err(before.error);
  const after = await accountRows(tx, vehicle.id, end, to.value);
  if (after.isErr()) return err(after.error);
  // An investor's figures in other vehicles don't belong to this quarter.
  const own = ({ figures }: ExistingFigures) => figures.filter(({ subject }) => subject !== 'INVESTOR');
  const figures = changedFigures(own(from.value), own(to.value));
  const policyOf = (existingFigures: ExistingFigures) =>
    own(existingFigures).find(({ subject }) => subject === 'VEHICLE')?.policy;
  const [policyBefore, policyAfter] = [policyOf(from.value), policyOf(to.value)];
  const [basisBefore, basisAfter] = [from.value.navBasis, to.value.navBasis];
  const acts = [from.value.beforeSeq ?? 0, to.value.beforeSeq] as const;
  const entered = await enteredBetween(tx, vehicle.id, end, ...acts);
  const reopened = await reopenedBetween(tx, vehicle.id, end, ...acts);
  const navBasis =
    basisBefore && basisAfter && basisBefore !== basisAfter
      ? { old: basisBefore, new: basisAfter, reason: await reasonOfNavBasis(tx, vehicle.id, ...acts) }
      : null;
  const ratios = (await excludesPartners(tx, vehicle.id, end)) ? basisNames.feePaying : basisNames.all;
  /** Returns the basis of a fund's net figure. Amounts and returns of the same quarter can have different ones. */
  const basisOf = ({ subject, field }: FigureChange) =>
    subject !== 'VEHICLE' || tenant.isLpTenant || isOfHoldings(field)
      ? ''
      : `, ${(isRatio(field) ? ratios : basisNames.all).toLowerCase()}`;
  return ok({
    figures: figures.map((figure) => ({
      ...figure,
      subject: figure.subject as 'VEHICLE',
      title: `${figureTitle(figure.field)}${basisOf(figure)}`,
      kind: comparedKind(figure.field),
      readsAlike: isDisplayedUnchanged(figure),
    })),
    policy:
      policyBefore && policyAfter && policyBefore !== policyAfter ? { old: policyBefore, new: policyAfter } : null,
    navBasis,
    account: [...changedRows(before.value, after.value)],
    entered: query.from === 'NOW' ? [] : entered.map(reportedEntered),
    reopened: query.from === 'NOW' ? [] : reopened,
  });
}

const isRatio = (field: FigureName) => ['irr', 'dpi', 'rvpi', 'tvpi', 'pic'].includes(field);
const isOfHoldings = (field: FigureName) =>
  ['invested', 'proceeds', 'income', 'cost', 'fairValue', 'unrealized', 'grossIrr', 'grossMoic'].includes(field);

/** Kinds for printing figures: one table has several. */
const kinds = { money: 'money', percent: 'return', rate: 'multiple' } as const;
const shared: readonly Column[] = [
  { field: 'part', kind: 'text', title: 'Part' },
  { field: 'subject', kind: 'text', title: 'Of' },
  { field: 'change', kind: 'text', title: 'What' },
  { field: 'before', kind: 'money', title: 'Before' },
  { field: 'after', kind: 'money', title: 'After' },
  { field: 'difference', kind: 'money', title: 'Difference' },
  { field: 'amount', kind: 'money', title: 'Amount' },
];
/** Further facts about an entry: columns of their own in a sheet, text on paper. */
const ofEntry = [
  { field: 'date', kind: 'date', title: 'Date' },
  { field: 'quarter', kind: 'date', title: 'Quarter' },
  { field: 'origin', kind: 'longText', title: 'Entered by' },
  { field: 'enteredDate', kind: 'instant', title: 'Entered on' },
  { field: 'description', kind: 'longText', title: 'Description' },
] as const satisfies readonly Column[];
const columnsOf: Readonly<Record<ExportFormat, readonly Column[]>> = {
  excel: [...shared, ...ofEntry],
  csv: [...shared, ...ofEntry],
  'application/pdf': [...shared, { field: 'entered', kind: 'longText', title: 'Entered' }],
};
const asText = (row: Readonly<Record<string, unknown>>): string | null =>
  ofEntry
    .flatMap(({ field, kind, title }) => {
      const text = row[field] == null ? '' : print(kind, row[field]);
      return text === '' ? [] : [field === 'description' ? text : `${title} ${text}`];
    })
    .join(' \u00b7 ') || null;
const compared = (
  kind: keyof typeof kinds,
  values: Pick<PeriodChanges['account'][number], 'old' | 'new' | 'difference'>,
) => ({ figureKind: kinds[kind], before: values.old, after: values.new, difference: values.difference });

/**
 * Exports the changes as one table, like the page: empty columns are left out, and figures that look unchanged are
 * counted.
 */
export async function periodChangesFile(
  context: RequestContext,
  noun: string,
  { figures, policy, navBasis, account, entered, reopened }: PeriodChanges,
  { format, from, to }: Between & { readonly format: ExportFormat },
): Promise<FileAnswer> {
  const listed = figures.filter((figure) => !figure.readsAlike);
  const alike = figures.length - listed.length;
  const changeRows: readonly Readonly<Record<string, unknown>>[] = [
    ...listed.map((change) => ({
      part: 'Figures',
      subject: change.name,
      change: change.title,
      ...compared(change.kind, change),
    })),
    ...(alike > 0 ? [{ part: 'Figures', change: smallChangesText(alike) }] : []),
    ...(policy ? [{ part: 'Figures', change: changedPolicy(policy) }] : []),
    ...(navBasis ? [{ part: 'Figures', change: changedNavBasis(navBasis) }] : []),
    ...account.map((change) => ({
      part: 'Capital account',
      change: `${change.row} ${change.label}, ${change.period}`,
      ...compared('money', change),
    })),
    ...reopened.map(({ date, by, reason }) => ({
      part: 'Reopened',
      change: reason,
      origin: by,
      enteredDate: date,
    })),
    ...entered.map((change) => ({
      part: 'Entered in between',
      subject: change.subject,
      change: change.isLate ? `${change.typeTitle}, late` : change.typeTitle,
      amount: change.amount,
      date: change.effectiveDate,
      quarter: change.bookedPeriod,
      origin: change.origin,
      enteredDate: change.enteredDate,
      description: change.description,
    })),
  ];
  const rows = changeRows.map((row): Readonly<Record<string, unknown>> => ({ ...row, entered: asText(row) }));
  const isVisible = ({ field }: Column) =>
    ['part', 'subject', 'change'].includes(field) || rows.some((row) => (row[field] ?? null) !== null);
  const state = (point: string) => (point === 'NOW' ? 'now' : point.includes('T') ? point : `version ${point}`);
  const title = `What changed, ${noun}, ${state(from)} to ${state(to)}`;
  const { extension, type } = exportFormats[format];
  const list = {
    title,
    columns: columnsOf[format].filter(isVisible),
    rows: (async function* () {
      yield* rows;
    })(),
  };
  return {
    name: `${title}.${extension}`,
    type,
    content: await spool(await listFiles[format](list, exportedFor(context))),
  };
}
