import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { FilterChip } from '@carrara/ui/list/FilterChip.tsx';
import { Paging } from '@carrara/ui/list/Paging.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { lists } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { disbursedFilter, distributionAddress } from '../../../record/list/runLists.tsx';
import styles from './participant.module.css';

export interface MemberHistoryProps {
  readonly entityId: string;
  readonly participantId: string;
  /** Runs before the page navigates to the distribution of a row. */
  readonly onLeave: () => void;
}

const columns = lists.listMemberDistributions.columns.filter(({ hidden }) => hidden !== true);
const pageSize = 50;

/** Distribution rows that reached a member through an entity. The list is in a dialog, so its state is not in the address. */
export function MemberHistory({ entityId, participantId, onLeave }: MemberHistoryProps) {
  const [page, setPage] = useState(1);
  const [types, setDisplayed] = useState<readonly string[]>([]);
  const download = useDownload();
  const params = { id: entityId, participantId };
  const query = { startPage: page, pageSize, disbursedOnly: String(types.includes('disbursed')) };
  const { data, error, refetch } = useRead('listMemberDistributions', { params, query });
  if (!data) return <ReadState error={error} onRetry={refetch} lines={6} />;
  const leave = (href: string | undefined) => {
    onLeave();
    if (href) window.location.assign(href);
  };
  return (
    <>
      <div className={styles.dialogTools}>
        <FilterChip
          filter={disbursedFilter}
          chosen={types}
          onChange={(next) => {
            setDisplayed(next);
            setPage(1);
          }}
        />
        <Button
          variant="default"
          disabled={data.totalItemCount === 0}
          onClick={() => void download('listMemberDistributions', { params, query: { ...query, format: 'excel' } })}
        >
          Export to Excel
        </Button>
      </div>
      {data.totalItemCount === 0 ? (
        <EmptyState />
      ) : (
        <DataTable
          label="Distributions"
          columns={columns}
          rows={data.pageData}
          rowKey={({ id }) => id}
          rowHref={distributionAddress}
          onOpen={(row) => leave(distributionAddress(row))}
          totals={data.totals}
          totalsLabel={`Total, ${String(data.totalItemCount)}`}
        />
      )}
      {data.totalItemCount > pageSize ? (
        <Paging page={page} pageSize={pageSize} total={data.totalItemCount} onChange={setPage} />
      ) : null}
    </>
  );
}
