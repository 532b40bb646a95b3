import type { Home, HomeVesting } from '@carrara/contract/carry/home';
import { notDetermined } from '@carrara/contract/core/kinds';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import type { ReactNode } from 'react';
import { recordPath } from '../../../address/recordAddress.ts';
import { useEmptyHint } from '../../../record/list/FirstSteps.tsx';
import { useSortedRows } from '../../../record/list/useSortedRows.ts';
import { firstRun } from '../../../record/list/firstSteps.ts';
import { Stack } from '../../../record/Stack.tsx';
import { CarryByFund } from './CarryByFund.tsx';
import styles from './home.module.css';
import { pathOfWaiting, sinceText, vestingReport, waitingTitles } from './addresses.ts';

type Waiting = Home['waiting'][number];
type Run = Home['runs'][number];
type Vesting = HomeVesting['byFund'][number];

const money = { kind: 'money', nullIs: notDetermined } as const;

export interface HomePanelsProps {
  readonly home: Home;
  /** Upcoming vesting. It is computed separately and arrives after the rest. */
  readonly vesting: HomeVesting | undefined;
  readonly vestingFailure?: string | undefined;
  readonly onRetry: () => void;
  readonly setup?: ReactNode;
  /** The person's tasks that are due. */
  readonly tasks?: ReactNode;
  /** True while the setup steps are displayed. They replace the panels until one of them has something to display. */
  readonly isSettingUp?: boolean;
}

export function HomePanels({
  home,
  vesting,
  vestingFailure,
  onRetry,
  setup,
  tasks,
  isSettingUp = false,
}: HomePanelsProps) {
  const { waiting, runs, carry } = home;
  const hasVesting = vestingFailure !== undefined || (vesting?.byFund.length ?? 0) > 0;
  const isNew = isSettingUp && !hasVesting && [waiting, runs, carry].every(({ length }) => length === 0);
  return (
    <Stack>
      <h1 className={styles.title}>Home</h1>
      {tasks}
      {setup}
      {isNew ? null : (
        <>
          <WaitingPanel home={home} />
          <div className={styles.columns}>
            <RunsPanel runs={runs} />
            <VestingPanel vesting={vesting} failure={vestingFailure} onRetry={onRetry} />
          </div>
          <CarryByFund carry={carry} />
        </>
      )}
    </Stack>
  );
}

const waitingColumns = [
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'why', kind: 'text', title: 'Why' },
  { field: 'detail', kind: 'text', title: 'Detail' },
  { field: 'amount', kind: 'money', title: 'Amount' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'since', kind: 'instant', title: 'Since' },
] as const;
const waitingTexts = { why: ({ kind }: Waiting) => waitingTitles[kind] };

function WaitingPanel({ home: { waiting, hasMore } }: { readonly home: Home }) {
  const { rows, sort } = useSortedRows(waiting, waitingColumns, waitingTexts);
  return (
    <Panel title="Waiting for you" flush>
      {waiting.length === 0 ? (
        <EmptyState text="Nothing is waiting for you." />
      ) : (
        <DataTable
          label="Waiting for you"
          cardsOnPhone
          columns={waitingColumns}
          sort={sort}
          cells={{
            ...waitingTexts,
            since: (row: Waiting) => (
              <>
                {sinceText(row)} {/* Escrow is due on a date, which does not depend on the time zone. */}
                {row.kind === 'release' ? (
                  formatDate(row.since.slice(0, 10))
                ) : (
                  <Value kind="instant" value={row.since} />
                )}
              </>
            ),
          }}
          rows={rows}
          rowKey={({ kind, id, currency }) => `${kind} ${id} ${currency ?? ''}`}
          rowHref={pathOfWaiting}
        />
      )}
      {waiting.length > 0 && (hasMore || sort.field === '') ? (
        <p className={styles.order}>
          {hasMore ? `Showing the first ${String(waiting.length)}. ` : null}
          {sort.field === '' ? 'Sorted by task, approvals first. Within a task, the oldest comes first.' : null}
        </p>
      ) : null}
    </Panel>
  );
}

const runColumns = [
  { field: 'name', kind: 'text', title: 'Run' },
  { field: 'date', kind: 'date', title: 'Date' },
  { field: 'status', kind: 'status', title: 'Status' },
  { field: 'amount', title: 'Amount', ...money },
  { field: 'currency', kind: 'code', title: 'Currency' },
] as const;

function RunsPanel({ runs }: { readonly runs: readonly Run[] }) {
  const { rows, sort } = useSortedRows(runs, runColumns);
  const empty = useEmptyHint(firstRun, runs.length === 0);
  return (
    <Panel title="Last runs" flush>
      {runs.length === 0 ? (
        <EmptyState {...empty} />
      ) : (
        <>
          <DataTable
            label="Last runs"
            cardsOnPhone
            columns={runColumns}
            sort={sort}
            rows={rows}
            rowKey={({ id }) => id}
            rowHref={recordPath}
          />
          {sort.field === '' ? <p className={styles.order}>The run changed last comes first.</p> : null}
        </>
      )}
    </Panel>
  );
}

interface VestingPanelProps {
  readonly vesting: HomeVesting | undefined;
  readonly failure: string | undefined;
  readonly onRetry: () => void;
}

function VestingPanel({ vesting, failure, onRetry }: VestingPanelProps) {
  if (!vesting) {
    return (
      <Panel title="Vesting in the next 12 months">
        {failure === undefined ? <LoadingState lines={6} /> : <ErrorState message={failure} onRetry={onRetry} />}
      </Panel>
    );
  }
  return <VestingTable {...vesting} />;
}

function VestingTable({ until, byFund }: HomeVesting) {
  const link = (row: Vesting, amount: string | null) => (
    <a href={vestingReport(row, until)}>
      <Value {...money} value={amount} />
    </a>
  );
  return (
    <TablePanel
      title="Vesting in the next 12 months"
      cardsOnPhone
      columns={[
        { field: 'name', kind: 'text', title: 'Fund' },
        { field: 'currency', kind: 'code', title: 'Currency' },
        { field: 'vested', title: 'Vested today', ...money },
        { field: 'vests', title: `Vests by ${formatDate(until)}`, ...money },
      ]}
      cells={{
        vested: (row: Vesting) => link(row, row.vested),
        vests: (row: Vesting) => link(row, row.vests),
      }}
      rows={byFund}
      rowKey={({ holderId, currency }) => `${holderId ?? ''} ${currency ?? ''}`}
      rowHref={(row: Vesting) => vestingReport(row, until)}
      empty="Nobody has an allocation yet."
    />
  );
}
