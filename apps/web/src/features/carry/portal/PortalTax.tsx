import { notDetermined } from '@carrara/contract/core/kinds';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { Answer } from '../../../api/operations.ts';
import { Stack } from '../../../record/Stack.tsx';
import styles from './portal.module.css';
import { useHolder } from './useHolder.tsx';

type Tax = Answer<'getPortalTax'>;

const columns = [
  { field: 'characterization', kind: 'text', title: 'Characterization' },
  { field: 'gross', kind: 'money', title: 'Gross' },
  { field: 'tax', kind: 'money', title: 'Tax withheld' },
] as const;

/** Amounts paid and withheld, by year and tax characterization. */
export function PortalTax() {
  const { holder, choice } = useHolder();
  const { data, error, refetch } = useRead('getPortalTax', { query: { holder } });
  return (
    <Stack>
      <Panel title="Tax" isPage>
        {choice ? <div className={styles.tools}>{choice}</div> : null}
        <p className={styles.quiet}>
          Your firm withholds taxes at the rates and characterizations it has on record when it pays. The amounts below
          are estimates, not a tax statement.
        </p>
      </Panel>
      {error ? <ErrorState message={failureText(error)} onRetry={refetch} /> : null}
      {!data && !error ? <LoadingState /> : null}
      {data?.years.length === 0 ? <EmptyState text="Nothing has been distributed to you yet." /> : null}
      {data?.years.map((year) => (
        <TaxYear key={`${String(year.year)} ${year.currency ?? ''}`} year={year} rows={data.rows} />
      ))}
    </Stack>
  );
}

const characterization = ({ characterization: ownCharacterization, flatTax }: Tax['rows'][number]) =>
  ownCharacterization ?? (
    <div>
      {flatTax ?? notDetermined}
      <div className={styles.missing}>
        {flatTax === null ? 'Your firm recorded no characterization when it paid this.' : 'At one rate for all income.'}
      </div>
    </div>
  );

function TaxYear({ year, rows }: { readonly year: Tax['years'][number]; readonly rows: Tax['rows'] }) {
  const own = rows.filter((row) => row.year === year.year && row.currency === year.currency);
  const title = `${String(year.year)}${year.currency ? `, ${year.currency}` : ''}${year.isEstimate ? ', so far' : ''}`;
  const note = year.isEstimate ? 'the year isn’t over yet' : undefined;
  return (
    <Panel title={title} flush>
      <div className={styles.figures}>
        <FigureStrip
          figures={[
            { label: 'Gross', kind: 'money', value: year.gross, note },
            { label: 'Tax withheld', kind: 'money', value: year.tax, note },
          ]}
        />
      </div>
      <DataTable
        label={title}
        columns={columns}
        rows={own}
        rowKey={({ id }) => id}
        cells={{ characterization }}
        density="compact"
      />
    </Panel>
  );
}
