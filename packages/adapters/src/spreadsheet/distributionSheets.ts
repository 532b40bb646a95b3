import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import type { ParticipantDetail } from '@carrara/contract/carry/distributionRun';
import { type Kind, notDetermined } from '@carrara/contract/core/kinds';
import { approvalLifecycle } from '@carrara/domain/platform/approval';

/** A column of a sheet of the distribution workbook: what it shows of a row, and whether the total below adds it up. */
export interface SheetColumn<R> {
  readonly title: string;
  readonly kind: Kind;
  readonly value: (row: R) => unknown;
  readonly total?: (row: Figures) => string | null;
  /** What stands in a cell without a value. */
  readonly nullIs?: string;
  readonly width?: number;
}
/** The figures that participants, sources and the whole distribution have alike. */
export interface Figures {
  readonly grossCarryDistributed: string | null;
  readonly tax: string | null;
  readonly escrow: string | null;
  readonly loanRepayment: string | null;
  readonly otherAdjustment: string | null;
  readonly netCarryDistributed: string | null;
}

export const figureTitles = [
  ['grossCarryDistributed', 'Gross'],
  ['tax', 'Tax'],
  ['escrow', 'Escrow'],
  ['loanRepayment', 'Loan repayment'],
  ['otherAdjustment', 'Other adjustment'],
  ['netCarryDistributed', 'Net'],
] as const satisfies readonly (readonly [keyof Figures, string])[];

const figureColumns = figureTitles.map(
  ([field, title]): SheetColumn<{ readonly row: Figures }> => ({
    title,
    kind: 'money',
    value: ({ row }) => row[field],
    total: (figures) => figures[field],
    nullIs: notDetermined,
    width: 19,
  }),
);

/** One row of a tree of participants: an entity's members stand below it, a level deeper. */
export interface Level<R> {
  readonly row: R;
  readonly level: number;
  /** How many of the rows after it belong to it. */
  readonly below: number;
}

/** A tree as the rows of a sheet, outermost first. */
export function levels<R>(roots: readonly R[], membersOf: (row: R) => readonly R[], level = 0): Level<R>[] {
  return roots.flatMap((row) => {
    const members = levels(membersOf(row), membersOf, level + 1);
    return [{ row, level, below: members.length }, ...members];
  });
}

type Person = ParticipantDetail['participant'];
const personColumns: readonly SheetColumn<{
  readonly row: { readonly participant: Person };
  readonly level: number;
}>[] = [
  { title: 'Participant', kind: 'text', value: ({ row }) => row.participant.name, width: 38 },
  { title: 'Level', kind: 'count', value: ({ level }) => String(level), width: 7 },
  { title: 'Code', kind: 'code', value: ({ row }) => row.participant.code, width: 12 },
  { title: 'Type', kind: 'text', value: ({ row }) => row.participant.type, width: 12 },
  { title: 'Title', kind: 'text', value: ({ row }) => row.participant.businessTitle, width: 24 },
  { title: 'Status', kind: 'text', value: ({ row }) => row.participant.status, width: 12 },
];
/** Where `personColumns` says how deep a row stands: the totals add up by it. */
export const LEVEL_COLUMN = 2;

export const sourceColumns: readonly SheetColumn<Level<ParticipantDetail>>[] = [
  ...personColumns,
  { title: 'Effective %', kind: 'percent', value: ({ row }) => row.effectiveAllocation },
  { title: "Profile's %", kind: 'percent', value: ({ row }) => row.originalAllocation },
  { title: 'Escrow %', kind: 'percent', value: ({ row }) => row.escrowPercent },
  ...figureColumns,
  {
    title: 'Set by hand',
    kind: 'text',
    value: ({ row }) =>
      [row.taxOverridden ? 'Tax' : '', row.escrowOverridden ? 'Escrow' : ''].filter(Boolean).join(', '),
    width: 14,
  },
];

export const participantColumns: readonly SheetColumn<Level<Distribution['distributionParticipants'][number]>>[] = [
  ...personColumns,
  ...figureColumns,
];

/** One row of the tax sheet: what one profile or rate takes of one participant in one source. */
export interface TaxRow {
  readonly source: string;
  /** The fund or coinvestment that holds a tranche or a part of an investment. */
  readonly holder: string | null;
  readonly participant: Person;
  readonly path: string;
  readonly gross: string;
  readonly tax: ParticipantDetail['taxAllocations'][number];
}
export const taxColumns: readonly SheetColumn<TaxRow>[] = [
  { title: 'Source', kind: 'text', value: (row) => row.source },
  { title: 'Held by', kind: 'text', value: (row) => row.holder, width: 34 },
  { title: 'Participant', kind: 'text', value: (row) => row.participant.name, width: 34 },
  { title: 'Code', kind: 'code', value: (row) => row.participant.code, width: 12 },
  { title: 'Through', kind: 'text', value: (row) => row.path },
  { title: 'Tax', kind: 'text', value: (row) => row.tax.name, width: 48 },
  { title: 'Gross', kind: 'money', value: (row) => row.gross },
  { title: 'Tax % of gross', kind: 'percent', value: (row) => row.tax.taxAllocationPercent },
  {
    title: 'Amount',
    kind: 'money',
    value: (row) => row.tax.taxAllocationAmount,
    total: (figures) => figures.tax,
  },
];

/** The tax rows of everybody who carries tax: people and trusts, with the entities they were reached through. */
export function taxRows(distribution: Distribution): TaxRow[] {
  type Source = Distribution['distributionSources'][number]['source'];
  const of = (source: Source, detail: ParticipantDetail, path: readonly string[]): TaxRow[] =>
    detail.memberDetails.length > 0
      ? detail.memberDetails.flatMap((member) => of(source, member, [...path, detail.participant.name]))
      : detail.taxAllocations.map((tax) => ({
          source: source.name,
          holder: source.holder,
          participant: detail.participant,
          path: path.join(' / '),
          gross: detail.grossCarryDistributed,
          tax,
        }));
  return distribution.distributionSources.flatMap(({ source, details }) =>
    details.flatMap((detail) => of(source, detail, [])),
  );
}

export const approvalColumns: readonly SheetColumn<Distribution['approvals'][number]>[] = [
  { title: 'Approver', kind: 'reference', value: (row) => row.approver },
  {
    title: 'Decision',
    kind: 'text',
    value: ({ approvalDecision }) =>
      approvalDecision ? approvalLifecycle.states[approvalDecision] : 'Not decided yet',
    width: 18,
  },
  { title: 'Decided', kind: 'instant', value: (row) => row.decidedDate },
  { title: 'Comment', kind: 'longText', value: (row) => row.approvalComments, width: 70 },
];
