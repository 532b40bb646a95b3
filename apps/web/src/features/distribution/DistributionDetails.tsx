import { LoadingState } from '@carrara/ui/feedback';
import { FilterChip } from '@carrara/ui/list';
import { Panel } from '@carrara/ui/profile';
import { useSearchParams } from 'react-router-dom';
import { useDownload } from '../../api/download.ts';
import { useRead } from '../../api/calls.ts';
import type { ViewProps } from '../../app/screenTypes.ts';
import styles from './distribution.module.css';
import { ParticipantActions, RowAction } from '../../record/run/ParticipantActions.tsx';
import { ParticipantTable } from './ParticipantTable.tsx';
import { useExplain } from './useExplain.ts';

const types = [
  { value: 'Employee', label: 'Employees' },
  { value: 'Trust', label: 'Trusts' },
  { value: 'Entity', label: 'Entities' },
];

/** The participant summary: over all sources or of one, with the reasons of each figure and the letters. */
export function DistributionDetails({ id }: ViewProps) {
  const [query, setQuery] = useSearchParams();
  const { data } = useRead('getDistribution', { params: { id } });
  const source = data?.distributionSources.find((one) => one.id === query.get('source'));
  const explain = useExplain(id, source?.id);
  const download = useDownload();
  if (!data) return <LoadingState />;
  const type = query.get('type');
  const rows = source ? source.details : data.distributionParticipants;
  const shown = type ? rows.filter(({ participant }) => participant.type === type) : rows;
  const choose =
    (name: string) =>
    ([value]: readonly string[]) => {
      const next = new URLSearchParams(query);
      if (value) next.set(name, value);
      else next.delete(name);
      setQuery(next, { replace: true });
    };
  const letter = (participantId: string) => () => void download('downloadPdfLetter', { params: { id, participantId } });
  return (
    <>
      <div className={styles.tools}>
        <FilterChip
          filter={{
            id: 'source',
            title: 'Source',
            options: data.distributionSources.map((one) => ({ value: one.id, label: one.source.name })),
          }}
          chosen={source ? [source.id] : []}
          onChange={choose('source')}
        />
        <FilterChip
          filter={{ id: 'type', title: 'Type', options: types }}
          chosen={type ? [type] : []}
          onChange={choose('type')}
        />
      </div>
      <Panel title="Participant Summary" flush>
        <ParticipantTable
          key={source?.id ?? 'all'}
          participants={shown}
          totals={source || type ? undefined : data.reconciliation}
          explain={explain}
          rowActions={(row) => (
            <ParticipantActions run={data} row={row}>
              {row.participant.type === 'Entity' ? null : (
                <RowAction onClick={letter(row.participant.participantId)}>Letter</RowAction>
              )}
            </ParticipantActions>
          )}
        />
      </Panel>
    </>
  );
}
