import type { Fields } from '@carrara/contract/core/fields';
import { calendarDate, decimal, moneyText, numberText, parseDecimal } from '@carrara/domain/kernel';
import { quarterEnds, quartersLater } from '@carrara/domain/performance/ledger';
import { sumValues, valueChange } from '@carrara/domain/performance/period';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataGrid } from '@carrara/ui/grid/DataGrid.tsx';
import type { GridColumn, GridEdit } from '@carrara/ui/grid/gridTypes.ts';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Select } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { useRead, useFormWrite } from '../../../api/calls.ts';
import type { Answer, Argument } from '../../../api/operations.ts';
import { useInAddress } from '../../../period/useInAddress.ts';
import { conflictText, type DraftCell, type GridDraft, withGridEdits } from '../../../record/editor/gridDraft.ts';
import { saveConfirmed } from '../../../record/editor/saveConfirmed.tsx';
import { DraftFoot, DraftNotices, useGridDraft } from '../../../record/editor/useGridDraft.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';
import type { OfVehicle } from './ledgerDialog.ts';

type Values = Answer<'listQuarterValues'>;
type Value = Values['values'][number];
type Valuation = NonNullable<Argument<'saveValuations'>>['body']['valuations'][number];

/** The fields that a person enters. Their names are those of the call. */
const fields: Fields = {
  fairValue: { kind: 'money', title: 'New value' },
  description: { kind: 'longText', title: 'Note' },
};
const columnsFor = (editable: boolean): readonly GridColumn[] => [
  { field: 'holding', kind: 'text', title: 'Investment', width: 220 },
  { field: 'security', kind: 'text', title: 'Security', width: 150 },
  { field: 'cost', kind: 'money', title: 'Cost', width: 130 },
  { field: 'last', kind: 'money', title: 'Last value', width: 130 },
  { field: 'lastDate', kind: 'date', title: 'Valued on', width: 100 },
  { field: 'fairValue', kind: 'money', title: 'New value', width: 140, editable },
  { field: 'change', kind: 'money', title: 'Change', width: 130 },
  { field: 'percent', kind: 'return', title: 'Change %', width: 90 },
  { field: 'description', kind: 'longText', title: 'Note', width: 160, grow: true, editable },
];

/** The values of a quarter: all holdings in one grid, typed or pasted, and saved together. The address names the quarter. */
export function QuarterValues({ vehicleId }: OfVehicle) {
  const { data: periods, error, refetch } = useRead('listPeriods', { params: { vehicleId } });
  const today = useToday();
  const [chosen, choose] = useInAddress('quarter');
  if (!periods) return <ReadState error={error} onRetry={refetch} lines={10} />;
  const ends = offeredQuarters(periods, today);
  const firstOpen = ends.findLast((end) => !periods.some((p) => p.periodEnd === end && p.status === 'LOCKED'));
  const endDate = ends.find((end) => end === chosen) ?? firstOpen ?? ends[0];
  if (endDate === undefined) return <EmptyState text="There are no holdings to value yet." />;
  return (
    <>
      <Select
        label="Quarter"
        w={180}
        allowDeselect={false}
        data={ends.map((value) => ({ value, label: formatDate(value) }))}
        value={endDate}
        onChange={(next) => next && choose(next)}
      />
      <OfQuarter key={endDate} vehicleId={vehicleId} endDate={endDate} />
    </>
  );
}

/** Returns the quarters that have ended, latest first: those with figures, and those since then. */
function offeredQuarters(periods: Answer<'listPeriods'>, today: string): readonly string[] {
  const ended = periods.map(({ periodEnd }) => periodEnd).filter((end) => end <= today);
  const [last] = ended;
  const later = last === undefined ? [] : quarterEnds(quartersLater(calendarDate(last), 1), calendarDate(today));
  return [...later.filter((end) => end <= today).toReversed(), ...ended];
}

interface QuarterProps extends OfVehicle {
  readonly endDate: string;
}

function OfQuarter(props: QuarterProps) {
  const { vehicleId, endDate } = props;
  const { data, error, refetch } = useRead('listQuarterValues', { query: { vehicleId, endDate } });
  if (!data) return <ReadState error={error} onRetry={refetch} lines={10} />;
  if (data.values.length === 0) return <EmptyState text="There are no holdings to value in this quarter." />;
  return <Editing {...props} {...data} refetch={refetch} />;
}

interface Row extends Value {
  readonly change: string | null;
  readonly percent: string | null;
}
const cellId = (key: string, field: string) => `${key} ${field}`;
const amountOf = (value: unknown) => parseDecimal(value, []).unwrapOr(null);

type EditingProps = QuarterProps & Values & { readonly refetch: () => void };

/** The unsaved values of a quarter, compared with what others save, and saved together. */
function useValuesDraft({ vehicleId, endDate, values, refetch }: EditingProps) {
  const [write] = useFormWrite('saveValuations');
  const storedOf = useMemo(() => {
    const byId = new Map(values.map((value) => [value.securityId, value]));
    return (key: string) => {
      const stored = byId.get(key);
      return stored && { values: { ...stored }, updatedBy: stored.enteredBy };
    };
  }, [values]);
  const cellStored = useMemo(() => (cell: DraftCell) => storedOf(cell.key), [storedOf]);
  const state = useGridDraft<DraftCell>({
    name: `Values of ${vehicleId} on ${endDate}`,
    storedOf: cellStored,
    rulesOf: ({ field }) => fields[field],
    save: async (draft) => {
      const valuations = toSave(draft, values, endDate);
      await saveConfirmed((confirmation) =>
        write({ body: { vehicleId, valuations: [...valuations], ...confirmation } }),
      );
      return valuations.length === 1 ? '1 value was saved.' : `${String(valuations.length)} values were saved.`;
    },
    withRefusals: (now, errors, sent) => withRefusals(now, toSave(sent, values, endDate), errors),
    failed: 'Nothing was saved. ',
    refetch,
  });
  const edit = (edits: readonly GridEdit[]) =>
    state.setDraft((now) =>
      withGridEdits(now, { rulesOf: (field) => fields[field], storedOf, idOf: cellId, cellOf: (cell) => cell }, edits),
    );
  return { ...state, edit };
}

function Editing(props: EditingProps) {
  const { endDate, currency, isLocked, values } = props;
  const mayEdit = useAllowed('valuation.edit');
  const isEditable = mayEdit && !isLocked;
  const { height } = useViewportSize();
  const state = useValuesDraft(props);
  const { draft, conflicts, problemOf, edit } = state;
  const typedOf = (key: string, field: string) => draft[cellId(key, field)];
  const rows = values.map((value): Row => withTyped(value, draft));
  return (
    <>
      <DraftNotices {...state} />
      {isLocked ? (
        <Banner tone="info">This quarter is locked, so its values can’t be changed. Reopen it to correct one.</Banner>
      ) : null}
      <p>
        Values in {currency} on {formatDate(endDate)}. The last value includes later purchases and excludes sales. It
        counts if you leave the new value blank.
      </p>
      <DataGrid<Row>
        label={`Values on ${formatDate(endDate)}`}
        columns={columnsFor(isEditable)}
        rows={rows}
        rowKey={({ securityId }) => securityId}
        maxHeight={Math.max(260, (height || window.innerHeight) - 430)}
        onEdit={isEditable ? edit : undefined}
        closed={(_row, field) => (fields[field] === undefined ? 'can’t be changed here' : undefined)}
        typed={({ securityId }, field) => typedOf(securityId, field)?.unread}
        emphasis={({ securityId }, field) => typedOf(securityId, field) !== undefined}
        problem={({ securityId }, field) => {
          const conflict = conflicts.get(cellId(securityId, field));
          if (conflict) return conflictText(conflict);
          const cell = typedOf(securityId, field);
          return cell && problemOf(cell);
        }}
        totals={totalsOf(rows)}
        totalsLabel="Total"
      />
      {isEditable ? <DraftFoot {...state} /> : null}
    </>
  );
}

/** Adds up the displayed values by the rule of the domain. */
function totalsOf(rows: readonly Row[]) {
  const { cost, last, value, change, percent } = sumValues(
    rows.map((row) => ({ cost: decimal(row.cost), last: decimal(row.last), value: amountOf(row.fairValue) })),
  );
  return {
    cost: moneyText(cost),
    last: moneyText(last),
    fairValue: moneyText(value),
    change: moneyText(change),
    percent: percent && numberText(percent),
  };
}

/** Replaces stored values by the unsaved input, and computes the change. */
function withTyped(value: Value, draft: GridDraft): Row {
  const typed = Object.values(draft).filter(({ key }) => key === value.securityId);
  const row = { ...value, ...Object.fromEntries(typed.map((cell) => [cell.field, cell.value])) } as Value;
  const amount = amountOf(row.fairValue);
  const { change, percent } =
    amount === null ? { change: null, percent: null } : valueChange(decimal(value.last), amount);
  return { ...row, change: change && moneyText(change), percent: percent && numberText(percent) };
}

/** Returns the valuations of the changed rows, each with the one that it replaces. */
function toSave(draft: GridDraft, values: readonly Value[], endDate: string): readonly Valuation[] {
  return values.flatMap((value) => {
    const typed = Object.values(draft).filter(({ key }) => key === value.securityId);
    if (typed.length === 0) return [];
    const { fairValue, description } = withTyped(value, draft);
    const { securityId, methodId, valuationId } = value;
    return [
      { securityId, date: endDate, bookedPeriod: endDate, fairValue, methodId, description, replaces: valuationId },
    ];
  });
}

/** Adds the errors of a refused save to their cells. A value of somebody else shows up as a conflict once it is read. */
function withRefusals(
  draft: GridDraft,
  sent: readonly Valuation[],
  errors: readonly { readonly path: string; readonly code: string; readonly message: string }[],
): GridDraft {
  const next: Record<string, DraftCell> = { ...draft };
  for (const { path, code, message } of errors) {
    const [, at, name] = path.split('.');
    const key = sent[Number(at)]?.securityId;
    const field = name === 'description' ? 'description' : 'fairValue';
    // A refused value is marked at the note if only the note was typed.
    const typed = Object.entries(next).filter(([, cell]) => cell.key === key);
    const [id, cell] = typed.find(([, own]) => own.field === field) ?? typed[0] ?? [];
    if (id !== undefined && cell && code !== 'STALE_VERSION') next[id] = { ...cell, refused: message };
  }
  return next;
}
