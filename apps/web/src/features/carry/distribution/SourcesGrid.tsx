import type { Reference } from '@carrara/contract/core/kinds';
import { DataGrid } from '@carrara/ui/grid/DataGrid.tsx';
import type { GridColumn, GridEdit, GridLocation } from '@carrara/ui/grid/gridTypes.ts';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { isRefusal } from '@carrara/domain/kernel/typedNumber';
import { namePersonalSigns } from '@carrara/ui/value/readNumber.ts';
import { useMemo, useRef } from 'react';
import { useRead } from '../../../api/calls.ts';
import { profileReferences } from '../../../record/run/profileChoices.ts';
import { useGridHeight } from './gridHeight.ts';
import { asInLastRun, readAmount, readPercent, type SourceDraft } from './runDraft.ts';
import type { SourceOption } from './sourceTree.ts';
import { sourceColumn, characterizationPrefix } from './sourceColumn.ts';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';
import type { GeneratedRun } from './useGenerated.ts';

interface Row {
  readonly key: string;
  readonly draft: SourceDraft;
  readonly name: string;
  readonly amount: string;
  readonly escrow: string | null;
  readonly profile: Reference | null;
  readonly last: string | null;
  readonly remove: string;
  readonly [field: string]: unknown;
}

type ComputedSource = Pick<
  GeneratedRun['distributionSources'][number],
  'source' | 'isDetermined' | 'grossCarryDistributed' | 'unallocated' | 'netCarryDistributed' | 'allocationProfile'
>;
/** The figures of a run that the grid displays. */
export type SourcesRun = Pick<GeneratedRun, 'problems' | 'reconciliation'> & {
  readonly distributionSources: readonly ComputedSource[];
};

export interface SourcesGridProps {
  readonly sources: readonly SourceDraft[];
  /** The run computed from the current input; undefined until it is available. */
  readonly run: SourcesRun | undefined;
  readonly byBalance: boolean;
  readonly options: readonly SourceOption[];
  readonly goTo: GridLocation | undefined;
  /** Number of edits that are in effect. */
  readonly actions?: number;
  readonly onChange: (next: (now: readonly SourceDraft[]) => readonly SourceDraft[]) => void;
}

/** All sources of a run in one grid. People can paste a column of amounts, and the other terms of each source are in the same row. */
export function SourcesGrid({ sources, run, byBalance, options, goTo, actions, onChange }: SourcesGridProps) {
  const { data: kinds } = useRead('listReferenceEntries', { params: { type: 'tax-characterization' } });
  const byId = useMemo(() => new Map(options.map((option) => [option.source.id, option])), [options]);
  const columns = useMemo(() => columnsOf(kinds ?? [], byBalance), [kinds, byBalance]);
  const rows = useMemo(
    () => sources.map((draft) => rowOf(draft, run, byId.get(draft.source.id))),
    [sources, run, byId],
  );
  const edit = (edits: readonly GridEdit[]) =>
    onChange((now) =>
      now.map((draft) =>
        edits
          .filter(({ key }) => key === draft.source.id)
          .reduce((source, gridEdit) => withEdit(source, gridEdit), draft),
      ),
    );
  const open = ({ draft }: Row, field: string) => {
    if (field === 'remove') onChange((now) => now.filter(({ source }) => source.id !== draft.source.id));
    const last = byId.get(draft.source.id)?.last;
    if (field === 'last' && last)
      onChange((now) =>
        now.map((sourceDraft) =>
          sourceDraft.source.id === draft.source.id ? asInLastRun(sourceDraft, last) : sourceDraft,
        ),
      );
  };
  // If some sources can't be computed, sums the others.
  const part = run?.reconciliation.determined;
  const totals = part ?? run?.reconciliation;
  const counted =
    part && part.numberDetermined < sources.length
      ? `${String(part.numberDetermined)} of ${String(sources.length)}`
      : String(sources.length);
  const ofNet = part && part.numberTaxed > 0 && part.numberTaxed < part.numberDetermined ? part.numberTaxed : undefined;
  const frame = useRef<HTMLDivElement>(null);
  const maxHeight = useGridHeight(frame);
  return (
    <div ref={frame}>
      <DataGrid<Row>
        label="Sources"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        maxHeight={maxHeight}
        onEdit={edit}
        actions={actions}
        typed={({ draft }, field) => unreadIn(draft, field)}
        optionsOf={({ draft }, field) =>
          field === 'profile' ? profileReferences(byId.get(draft.source.id)?.profiles ?? []) : undefined
        }
        problem={({ key, draft }, field) =>
          run?.problems.find(
            (problem) =>
              problem.location?.sourceId === key &&
              problem.location.participantId === null &&
              sourceColumn(problem, draft) === field,
          )?.message
        }
        onCellOpen={open}
        goTo={goTo}
        totals={{
          amount: totals?.netDistributableAmount ?? null,
          gross: totals?.grossCarryDistributed ?? null,
          unallocated: totals?.unallocated ?? null,
          net: totals?.netCarryDistributed ?? null,
        }}
        totalsLabel={`Total, ${counted} ${sources.length === 1 ? 'source' : 'sources'}${ofNet ? `; net, ${String(ofNet)}` : ''}`}
      />
    </div>
  );
}

function columnsOf(
  kinds: readonly { readonly id: string; readonly description: string }[],
  byBalance: boolean,
): readonly GridColumn[] {
  return [
    { field: 'name', kind: 'text', title: 'Source', width: 220, grow: true },
    { field: 'amount', kind: 'money', title: 'Net distributable', width: 140, editable: true },
    ...(byBalance
      ? []
      : [{ field: 'profile', kind: 'reference', title: 'Profile', width: 190, editable: true } as const]),
    ...kinds.map(
      ({ id, description }): GridColumn => ({
        field: characterizationPrefix + id,
        kind: 'percent',
        title: `${description} %`,
        // Two lines of text; a long title needs more.
        width: description.length > 24 ? 116 : 96,
        editable: true,
        isDetail: true,
      }),
    ),
    { field: 'escrow', kind: 'percent', title: 'Escrow %', width: 84, editable: true, isDetail: true },
    { field: 'last', kind: 'text', title: 'Use last run', width: 128, isDetail: true },
    { field: 'gross', kind: 'money', title: 'Gross', width: 124 },
    { field: 'unallocated', kind: 'money', title: 'Unallocated', width: 110 },
    { field: 'net', kind: 'money', title: 'Net', width: 124, isKey: true },
    { field: 'remove', kind: 'text', title: 'Remove', width: 76 },
  ];
}

function rowOf(draft: SourceDraft, run: SourcesRun | undefined, option: SourceOption | undefined): Row {
  const computed = run?.distributionSources.find(({ source }) => source.id === draft.source.id);
  const isDetermined = computed?.isDetermined === true;
  return {
    key: draft.source.id,
    draft,
    name: nameOfSource(draft.source),
    amount: draft.amount,
    escrow: draft.escrow === '' ? null : draft.escrow,
    profile:
      profileReferences(option?.profiles ?? []).find(({ id }) => id === draft.profileId) ?? usedProfile(computed),
    last: option?.last ? `take ${formatDate(option.last.distributionDate)}` : null,
    gross: isDetermined ? computed.grossCarryDistributed : null,
    unallocated: isDetermined ? computed.unallocated : null,
    net: isDetermined ? computed.netCarryDistributed : null,
    remove: 'Remove',
    ...Object.fromEntries(draft.characterizations.map(({ id, percent }) => [characterizationPrefix + id, percent])),
  };
}

/** Returns an older profile version that the source uses although it is no longer offered. */
const usedProfile = (computed: ComputedSource | undefined): Reference | null =>
  computed?.allocationProfile
    ? { id: computed.allocationProfile.id, name: `v${String(computed.allocationProfile.version)}` }
    : null;

function unreadIn(draft: SourceDraft, field: string) {
  const text = field === 'amount' ? draft.amount : partOf(draft, field);
  if (text === undefined) return undefined;
  const read = namePersonalSigns(field === 'amount' ? readAmount(text) : readPercent(text), text);
  return isRefusal(read) ? { text, reason: read.refused } : undefined;
}

const partOf = ({ characterizations, escrow }: SourceDraft, field: string) =>
  field === 'escrow'
    ? escrow || undefined
    : field.startsWith(characterizationPrefix)
      ? characterizations.find(({ id }) => characterizationPrefix + id === field)?.percent
      : undefined;

function withEdit(draft: SourceDraft, { field, value, unread }: GridEdit): SourceDraft {
  if (field === 'profile') return value ? { ...draft, profileId: (value as Reference).id } : draft;
  const text = unread?.text ?? (value === null ? '' : String(value));
  if (field === 'amount') return { ...draft, amount: text };
  if (field === 'escrow') return { ...draft, escrow: text };
  const id = field.slice(characterizationPrefix.length);
  const others = draft.characterizations.filter((characterization) => characterization.id !== id);
  const isPresent = draft.characterizations.some((characterization) => characterization.id === id);
  if (text === '') return { ...draft, characterizations: others };
  return {
    ...draft,
    characterizations: isPresent
      ? draft.characterizations.map((characterization) =>
          characterization.id === id ? { id, percent: text } : characterization,
        )
      : [...draft.characterizations, { id, percent: text }],
  };
}
