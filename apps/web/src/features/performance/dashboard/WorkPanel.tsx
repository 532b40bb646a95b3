import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { StatusBadge, type Tone } from '@carrara/ui/value/StatusBadge.tsx';
import { Text } from '@mantine/core';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { Answer } from '../../../api/operations.ts';
import { RowButton } from '../../../record/list/RowButton.tsx';

type Item = Answer<'getQuarterWork'>['items'][number];

const columns = [
  { field: 'fundName', kind: 'text', title: 'Fund' },
  { field: 'state', kind: 'status', title: 'State' },
  { field: 'detail', kind: 'text', title: 'Details' },
  { field: 'nav', kind: 'money', title: 'Last NAV, all partners' },
  { field: 'currency', kind: 'code', title: 'Currency' },
] as const;
const states: Readonly<Record<Item['kind'], { readonly label: string; readonly tone: Tone }>> = {
  LATE: { label: 'Late', tone: 'bad' },
  VALUES: { label: 'Values missing', tone: 'warn' },
  CLOSE: { label: 'To close', tone: 'info' },
};
const buttons: Readonly<Record<Item['part'], string>> = {
  values: 'Enter values',
  reported: 'Enter reported figures',
  quarters: 'Close quarter',
};
const hrefOf = ({ fundId, part, quarter }: Item) =>
  `#/performance/fund/${fundId}/ledger?part=${part}&quarter=${quarter}`;

/** The next step of each fund's quarter close, for people who may do it. */
export function WorkPanel({ endDate }: { readonly endDate: string }) {
  const { data, error, refetch } = useRead('getQuarterWork', { query: { endDate } });
  if (!data)
    return (
      <Panel title="Quarter close">
        {error ? <ErrorState message={failureText(error)} onRetry={refetch} /> : <LoadingState lines={3} />}
      </Panel>
    );
  const { items, total } = data;
  return (
    <Panel title="Quarter close" flush>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" py="sm">
          Every quarter that has ended is closed.
        </Text>
      ) : (
        <DataTable
          label="Quarter close"
          cardsOnPhone
          columns={columns}
          cells={{ state: ({ kind }: Item) => <StatusBadge code={kind} {...states[kind]} /> }}
          rows={items}
          rowKey={({ fundId }) => fundId}
          rowHref={hrefOf}
          rowActions={(item: Item) => (
            <RowButton
              label={buttons[item.part]}
              subject={`of ${item.fundName}`}
              onClick={() => window.location.assign(hrefOf(item))}
            />
          )}
        />
      )}
      {total > items.length ? (
        <Text size="xs" c="dimmed" px="md" py="xs">
          {`Showing ${String(items.length)} of ${String(total)} funds: late funds first, then the largest.`}
        </Text>
      ) : null}
    </Panel>
  );
}
