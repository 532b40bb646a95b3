import { formatDecimal } from '@carrara/ui/value/formatDecimal.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useRead } from '../../../api/calls.ts';
import { toHref } from '../../../record/recordDefinition.ts';
import styles from './participant.module.css';

const columns = [
  { field: 'profile', kind: 'reference', title: 'Allocation profile' },
  { field: 'sourceName', kind: 'text', title: 'Source' },
  { field: 'effective', kind: 'percent', title: 'Effective %' },
] as const;
const maxDisplayed = 100;

/** Reads the allocations of an employee on a date. */
export function useCurrentAllocations(id: string, asOf?: string) {
  return useRead('listEmployeeAllocations', {
    params: { id },
    query: { pageSize: maxDisplayed, ...(asOf ? { asOf } : {}) },
  });
}

/**
 * The allocation profiles in which a leaving employee still has a share. A termination does not change them. Each entry opens the page that
 * reallocates the share in a new tab, so that the input of this form stays.
 */
export function CurrentAllocations({ id, day }: { readonly id: string; readonly day: string }) {
  const { data } = useCurrentAllocations(id, day);
  if (!data || data.pageData.length === 0) return null;
  const more = data.totalItemCount - data.pageData.length;
  return (
    <div className={styles.currentAllocations}>
      <Panel title={`Stays in ${profileCountText(data.totalItemCount)}`} flush>
        <DataTable
          label="Allocation profiles"
          columns={columns}
          rows={data.pageData}
          rowKey={(row) => row.id}
          density="compact"
          cells={{
            profile: ({ profile }) => (
              <a href={toHref(`/carry/allocation/${profile.id}/profile/overview`)} target="_blank" rel="noopener">
                {profile.name}
              </a>
            ),
          }}
        />
        {more > 0 ? <p>and {formatDecimal(String(more), 0)} more</p> : null}
      </Panel>
    </div>
  );
}

/** Formats a count, such as '3 allocation profiles'. */
export const profileCountText = (number: number): string =>
  `${formatDecimal(String(number), 0)} allocation ${number === 1 ? 'profile' : 'profiles'}`;
