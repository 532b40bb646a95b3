import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import type { ParticipantDetail } from '@carrara/contract/carry/run/distributionRun';
import { notDetermined } from '@carrara/contract/core/kinds';
import { approvalLifecycle } from '@carrara/domain/platform/approval';
import type { SheetColumn } from './columnSheet.ts';
import { type Level, personColumns } from './participantTree.ts';

/** Figures that participants, sources and the whole distribution have in common. */
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
  ([field, title]): SheetColumn<{ readonly row: Figures }, Figures> => ({
    title,
    kind: 'money',
    value: ({ row }) => row[field],
    total: (figures) => figures[field],
    nullIs: notDetermined,
    width: 19,
  }),
);

type Person = ParticipantDetail['participant'];

export const sourceColumns: readonly SheetColumn<Level<ParticipantDetail>, Figures>[] = [
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

export const participantColumns: readonly SheetColumn<
  Level<Distribution['distributionParticipants'][number]>,
  Figures
>[] = [...personColumns, ...figureColumns];

/** A row of the tax sheet: the tax of one participant in one source by one profile or rate. */
export interface TaxRow {
  readonly source: string;
  /** Fund or coinvestment of a tranche or holding. */
  readonly holder: string | null;
  readonly participant: Person;
  readonly path: string;
  /** The row that is taxed. */
  readonly detail: ParticipantDetail;
  readonly tax: ParticipantDetail['taxAllocations'][number];
}
export const taxColumns: readonly SheetColumn<TaxRow, Figures>[] = [
  { title: 'Source', kind: 'text', value: (row) => row.source },
  { title: 'Held by', kind: 'text', value: (row) => row.holder, width: 34 },
  { title: 'Participant', kind: 'text', value: (row) => row.participant.name, width: 34 },
  { title: 'Code', kind: 'code', value: (row) => row.participant.code, width: 12 },
  { title: 'Through', kind: 'text', value: (row) => row.path },
  { title: 'Tax', kind: 'text', value: (row) => row.tax.name, width: 48 },
  { title: 'Gross', kind: 'money', value: (row) => row.detail.grossCarryDistributed },
  { title: 'Tax % of gross', kind: 'percent', value: (row) => row.tax.taxAllocationPercent },
  {
    title: 'Amount',
    kind: 'money',
    value: (row) => row.tax.taxAllocationAmount,
    total: (figures) => figures.tax,
  },
];

/** Returns the tax rows of all taxed people and trusts, with the entities in between. Rows without an amount are left out. */
export function taxRows(distribution: Distribution): TaxRow[] {
  type Source = Distribution['distributionSources'][number]['source'];
  const taxRowsOf = (source: Source, detail: ParticipantDetail, path: readonly string[]): TaxRow[] =>
    detail.memberDetails.length > 0
      ? detail.memberDetails.flatMap((member) => taxRowsOf(source, member, [...path, detail.participant.name]))
      : detail.taxAllocations
          .filter(({ taxAllocationAmount }) => Number(taxAllocationAmount) !== 0)
          .map((tax) => ({
            source: source.name,
            holder: source.holder,
            participant: detail.participant,
            path: path.join(' / '),
            detail,
            tax,
          }));
  return distribution.distributionSources.flatMap(({ source, details }) =>
    details.flatMap((detail) => taxRowsOf(source, detail, [])),
  );
}

/** Returns the columns of the approvals, with times in this time zone. */
export const approvalColumns = (zone: string): readonly SheetColumn<Distribution['approvals'][number]>[] => [
  { title: 'Approver', kind: 'reference', value: (row) => row.approver },
  {
    title: 'Decision',
    kind: 'text',
    value: ({ approvalDecision }) =>
      approvalDecision ? approvalLifecycle.states[approvalDecision] : 'Not decided yet',
    width: 18,
  },
  { title: 'In place by', kind: 'reference', value: (row) => row.decidedBy },
  { title: `Decided (${zone})`, kind: 'instant', value: (row) => row.decidedDate },
  { title: 'Comment', kind: 'longText', value: (row) => row.approvalComments, width: 70 },
];
