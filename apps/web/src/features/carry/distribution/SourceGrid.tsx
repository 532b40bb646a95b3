import type { DistributionSource, OutlineDetail, ParticipantDetail } from '@carrara/contract/carry/run/distributionRun';
import { DataGrid } from '@carrara/ui/grid/DataGrid.tsx';
import type { GridColumn, GridEdit, GridLocation } from '@carrara/ui/grid/gridTypes.ts';
import { readTypedCell } from '@carrara/domain/carry/typedCell';
import { isRefusal } from '@carrara/domain/kernel/typedNumber';
import { namePersonalSigns } from '@carrara/ui/value/readNumber.ts';
import { useMemo, useRef } from 'react';
import { useGridHeight } from './gridHeight.ts';
import { closedCellReason } from './openCells.ts';
import { percentTotal } from '@carrara/domain/kernel';
import {
  type EnteredFigures,
  type EnteredField,
  enteredFields,
  participantPath,
  type SourceDraft,
} from './runDraft.ts';
import type { GeneratedRun } from './useGenerated.ts';

interface Row {
  readonly path: string;
  readonly participantId: string;
  readonly level: number;
  readonly name: string;
  readonly status: string;
  readonly grossCarryDistributed: string | null;
  readonly netCarryDistributed: string | null;
  readonly effectiveAllocation: string;
  readonly tax: string | null;
  readonly escrow: string | null;
  readonly escrowPercent: string | null;
  readonly loanRepayment: string | null;
  readonly otherAdjustment: string | null;
  readonly entered: EnteredFigures;
  readonly members: readonly Row[];
}

const columns: readonly GridColumn[] = [
  { field: 'name', kind: 'text', title: 'Participant', width: 170, grow: true },
  { field: 'status', kind: 'text', title: 'Status', width: 112, isDetail: true },
  { field: 'effectiveAllocation', kind: 'percent', title: 'Effective %', width: 100, editable: true },
  { field: 'grossCarryDistributed', kind: 'money', title: 'Gross', width: 122 },
  { field: 'tax', kind: 'money', title: 'Tax', width: 112, editable: true, negative: true },
  { field: 'escrow', kind: 'money', title: 'Escrow', width: 112, editable: true, negative: true },
  { field: 'escrowPercent', kind: 'percent', title: 'Escrow %', width: 86, isDetail: true },
  { field: 'loanRepayment', kind: 'money', title: 'Loan repayment', width: 118, editable: true, negative: true },
  { field: 'otherAdjustment', kind: 'money', title: 'Other adjustment', width: 126, editable: true, negative: true },
  { field: 'netCarryDistributed', kind: 'money', title: 'Net', width: 122, isKey: true },
];

export interface SourceGridProps {
  readonly draft: SourceDraft;
  readonly computed: DistributionSource;
  /** Rows without figures, for a source that can't be computed. */
  readonly outline: readonly OutlineDetail[] | undefined;
  readonly remarks: Pick<GeneratedRun, 'problems' | 'warnings'>;
  readonly goTo: GridLocation | undefined;
  /** Number of edits that are in effect. */
  readonly actions: number;
  readonly onEdit: (edits: readonly GridEdit[]) => void;
}

/** The participants of one source: computed figures, and overrides, which are marked. Invalid input stays in its row. */
export function SourceGrid({ draft, computed, outline, remarks, goTo, actions, onEdit }: SourceGridProps) {
  const frame = useRef<HTMLDivElement>(null);
  const maxHeight = useGridHeight(frame);
  const rows = useMemo(
    () =>
      outline
        ? outline.map((row) => rowOf({ ...row, ...notDetermined }, draft, 0))
        : computed.details.map((row) => rowOf(row, draft, 0)),
    [computed, outline, draft],
  );
  const first = rows[0]?.path;
  const problems = useMemo(
    () => remarksByCell(remarks.problems, draft.source.id, first),
    [remarks.problems, draft.source.id, first],
  );
  const warnings = useMemo(
    () =>
      remarksByCell(
        remarks.warnings.filter(({ code }) => code.startsWith('NEGATIVE')),
        draft.source.id,
        first,
      ),
    [remarks.warnings, draft.source.id, first],
  );
  const names = useMemo(() => new Map(rows.flatMap(namesIn)), [rows]);
  const vested = useMemo(
    () =>
      new Set(
        draft.vestingApplied.flatMap(({ participantId, via, recipients }) =>
          via.length === 0 ? [participantId, ...recipients] : [],
        ),
      ),
    [draft.vestingApplied],
  );
  const closed = (row: Row, field: string, action: readonly GridEdit[]): string | undefined => {
    if (isComputed(field)) return 'is computed';
    if (!isEnteredField(field)) return undefined;
    if (field === 'effectiveAllocation' && row.level === 0 && vested.has(row.participantId))
      return 'comes from the applied vesting; remove the vesting to enter another value';
    if (field === 'effectiveAllocation')
      return row.level === 0 ? undefined : 'is set in the entity’s own allocation profile';
    if (row.level === 0 && row.members.length === 0) return undefined;
    const other = closedCellReason(draft.entered, row.path, field, action);
    if (!other) return undefined;
    const name = names.get(other.path) ?? '';
    return other.isAbove
      ? `comes from the value entered for ${name}; clear it there to enter a value here`
      : `is entered for ${name}, a member; clear it there to enter it for the whole entity`;
  };
  const entries = `${String(rows.length)} ${rows.length === 1 ? 'entry' : 'entries'}`;
  return (
    <div ref={frame}>
      <DataGrid
        label={`Participants of ${computed.source.name}`}
        columns={columns}
        rows={rows}
        rowKey={({ participantId }) => participantId}
        childrenOf={({ members }) => members}
        maxHeight={maxHeight}
        onEdit={onEdit}
        actions={actions}
        typed={({ entered }, field) => unreadIn(entered, field)}
        problem={({ path }, field) => problems.get(`${path} ${field}`)}
        warning={({ path }, field) => warnings.get(`${path} ${field}`)}
        closed={closed}
        emphasis={({ entered, level, participantId }, field) =>
          entered[field as EnteredField] !== undefined ||
          (field === 'effectiveAllocation' && level === 0 && vested.has(participantId))
        }
        goTo={goTo && goTo.key === '' && first ? { ...goTo, key: first } : goTo}
        totals={totalsOf(computed, rows, outline !== undefined)}
        totalsLabel={outline ? `Total, ${entries}` : `Total, ${entries}, ${payeesOf(computed)}`}
      />
    </div>
  );
}

const payeesOf = ({ numberOfParticipants }: DistributionSource) =>
  `${String(numberOfParticipants)} ${numberOfParticipants === 1 ? 'payee' : 'payees'}`;

const notDetermined = {
  grossCarryDistributed: null,
  tax: null,
  escrow: null,
  escrowPercent: null,
  loanRepayment: null,
  otherAdjustment: null,
  netCarryDistributed: null,
};

type Figures = Readonly<Record<keyof typeof notDetermined, string | null>>;
type AnyDetail = Pick<ParticipantDetail, 'participant' | 'via' | 'effectiveAllocation'> &
  Figures & { readonly memberDetails: readonly (ParticipantDetail | OutlineDetail)[] };

function rowOf(detail: AnyDetail, draft: SourceDraft, level: number): Row {
  const { participant, via } = detail;
  const path = participantPath(participant.participantId, via);
  const entered = draft.entered.get(path) ?? {};
  // New input is displayed at once, and the computed figures follow. If a figure is also entered above or below the row, the sum is displayed.
  const typed = Object.fromEntries(
    enteredFields.flatMap((field) =>
      entered[field] && (detail[field] === null || !isEnteredElsewhere(draft, path, field))
        ? [[field, entered[field]]]
        : [],
    ),
  );
  return {
    path,
    participantId: participant.participantId,
    level,
    name: participant.name,
    status: participant.isEscrowExempt ? `${participant.status}, exempt` : participant.status,
    grossCarryDistributed: detail.grossCarryDistributed,
    netCarryDistributed: detail.netCarryDistributed,
    effectiveAllocation: detail.effectiveAllocation,
    tax: detail.tax,
    escrow: detail.escrow,
    escrowPercent: detail.escrowPercent,
    loanRepayment: detail.loanRepayment,
    otherAdjustment: detail.otherAdjustment,
    ...typed,
    entered,
    members: detail.memberDetails.map((member) => rowOf({ ...notDetermined, ...member }, draft, level + 1)),
  };
}

function unreadIn(entered: EnteredFigures, field: string) {
  const text = entered[field as EnteredField];
  if (text === undefined) return undefined;
  const read = namePersonalSigns(readTypedCell(field as EnteredField, text), text);
  return isRefusal(read) ? { text, reason: read.refused } : undefined;
}

const isEnteredElsewhere = ({ entered }: SourceDraft, path: string, field: EnteredField) =>
  [...entered].some(
    ([at, cells]) => cells[field] !== undefined && (at.startsWith(`${path}/`) || path.startsWith(`${at}/`)),
  );

const isComputed = (field: string) => ['grossCarryDistributed', 'netCarryDistributed', 'escrowPercent'].includes(field);
const isEnteredField = (field: string): field is EnteredField => enteredFields.some((name) => name === field);
const namesIn = ({ path, name, members }: Row): readonly (readonly [string, string])[] => [
  [path, name],
  ...members.flatMap(namesIn),
];

/** Groups the messages about a source by cell. Messages about its allocations as a whole appear in the first cell. */
function remarksByCell(
  remarks: GeneratedRun['problems'],
  sourceId: string,
  first: string | undefined,
): ReadonlyMap<string, string> {
  const messages = new Map<string, string>();
  for (const { location, message } of remarks) {
    if (location?.sourceId !== sourceId) continue;
    const { participantId, via, field } = location;
    if (participantId !== null)
      messages.set(`${participantPath(participantId, via)} ${field ?? 'effectiveAllocation'}`, message);
    else if (field === 'effectiveAllocation' && first) messages.set(`${first} ${field}`, message);
  }
  return messages;
}

function totalsOf(source: DistributionSource, rows: readonly Row[], isUnknown: boolean) {
  const effectives = rows.map(({ effectiveAllocation, entered }) => {
    const read =
      entered.effectiveAllocation === undefined
        ? effectiveAllocation
        : readTypedCell('effectiveAllocation', entered.effectiveAllocation);
    return isRefusal(read) ? null : read;
  });
  const { grossCarryDistributed, tax, escrow, loanRepayment, otherAdjustment, netCarryDistributed } = source;
  return {
    effectiveAllocation: percentTotal(effectives).text,
    ...(isUnknown
      ? notDetermined
      : { grossCarryDistributed, tax, escrow, loanRepayment, otherAdjustment, netCarryDistributed }),
  };
}
