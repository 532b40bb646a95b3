import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { FilterChip } from '@carrara/ui/list/FilterChip.tsx';
import { SearchBox } from '@carrara/ui/list/SearchBox.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { useDownload } from '../../../api/download.ts';
import { readOnce, useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import styles from './distributionDetails.module.css';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';
import { ParticipantActions } from '../../../record/run/ParticipantActions.tsx';
import type { ParticipantRow } from '../../../record/run/participantParts.ts';
import { summaryRows } from '../../../record/run/summaryRows.ts';
import { useAppDispatch } from '../../../session/hooks.ts';
import { ParticipantTable } from './ParticipantTable.tsx';
import { useExplain } from './useExplain.ts';
import { withoutRows } from './withoutRows.ts';

const types = [
  { value: 'Employee', label: 'Employees' },
  { value: 'Trust', label: 'Trusts' },
  { value: 'Entity', label: 'Entities' },
];

const sourceOptions = ({ distributionSources }: Pick<Distribution, 'distributionSources'>) =>
  distributionSources.map(({ id, source }) => ({ value: id, label: nameOfSource(source) }));

/** Returns the query of the address, and a function that sets one of its values or, without a value, removes it. */
function useQueryText(): readonly [URLSearchParams, (name: string, value: string | undefined) => void] {
  const [query, setQuery] = useSearchParams();
  const set = (name: string, value: string | undefined) =>
    setQuery(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );
  return [query, set];
}

/** Returns the menu of a row: dialogs, which load the rows of all sources when they open, and letters. */
function useRowActions(id: string) {
  const dispatch = useAppDispatch();
  const download = useDownload();
  const loadRun = () => readOnce(dispatch, 'getDistribution', { params: { id } });
  const letters = (participantId: string) => [
    {
      label: 'Letter (PDF)',
      onSelect: () => void download('downloadPdfLetter', { params: { id, participantId } }),
    },
    {
      label: 'Letter (Word)',
      onSelect: () => void download('downloadLetter', { params: { id, participantId }, query: { format: 'docx' } }),
    },
  ];
  return (row: ParticipantRow) => (
    <ParticipantActions
      load={loadRun}
      row={row}
      more={row.participant.type === 'Entity' ? [] : letters(row.participant.participantId)}
    />
  );
}

/** The participant summary of all sources or of one, with explanations of the figures and the letters. */
export function DistributionDetails({ id }: ViewProps) {
  const [query, set] = useQueryText();
  // Without a source, no rows are displayed here.
  const { data } = useRead('getDistribution', query.get('source') ? { params: { id } } : withoutRows(id));
  const source = data?.distributionSources.find(({ id: sourceId }) => sourceId === query.get('source'));
  const explain = useExplain(id, source?.id);
  const download = useDownload();
  const rowActions = useRowActions(id);
  if (!data) return <LoadingState />;
  const type = query.get('type');
  const rows = source ? source.details : data.distributionParticipants;
  const search = query.get('search') ?? '';
  const [sortField = '', direction] = (query.get('sort') ?? '').split(' ');
  const order = sortField ? { field: sortField, ascending: direction !== 'desc' } : undefined;
  const ofType = type ? rows.filter(({ participant }) => participant.type === type) : rows;
  const visible = summaryRows(ofType, search, order);
  // Totals cover everybody, so they would not match a filtered list.
  const isWhole = !type && search === '';
  return (
    <>
      <div className={styles.tools}>
        <SearchBox value={search} label="Search participants" onSearch={(text) => set('search', text)} />
        <FilterChip
          filter={{ id: 'source', title: 'Source', options: sourceOptions(data) }}
          chosen={source ? [source.id] : []}
          onChange={([value]) => set('source', value)}
        />
        <FilterChip
          filter={{ id: 'type', title: 'Type', options: types }}
          chosen={type ? [type] : []}
          onChange={([value]) => set('type', value)}
        />
      </div>
      <Panel
        title="Participant Summary"
        flush
        actions={
          <Button variant="default" onClick={() => void download('exportDistribution', { params: { id } })}>
            Excel
          </Button>
        }
      >
        {source?.rowsOmitted ? (
          <LoadingState lines={6} />
        ) : (
          <>
            {visible.length === 0 && rows.length > 0 ? (
              <EmptyState text="There are no records that match your search criteria." />
            ) : null}
            <ParticipantTable
              key={source?.id ?? 'all'}
              participants={visible}
              all={rows}
              payees={isWhole ? ((source ?? data).numberOfParticipants ?? undefined) : undefined}
              totals={isWhole ? (source ?? data.reconciliation) : undefined}
              sort={{
                field: sortField,
                ascending: direction !== 'desc',
                onSort: (field, ascending) => set('sort', ascending ? field : `${field} desc`),
              }}
              explain={explain}
              rowActions={rowActions}
            />
          </>
        )}
      </Panel>
    </>
  );
}
