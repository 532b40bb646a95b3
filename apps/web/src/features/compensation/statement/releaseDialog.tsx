import { notDetermined } from '@carrara/contract/core/kinds';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import type { Answer, Argument } from '../../../api/operations.ts';
import { acknowledgmentInput, acknowledgmentQuestions } from '../../../delivery/acknowledgment.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import styles from './statement.module.css';

type Drafts = Answer<'getPayStatementDrafts'>;

const columns = [
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'statements', kind: 'count', title: 'Statements' },
  { field: 'awardedFor', kind: 'money', title: 'Awarded for the year', nullIs: notDetermined },
  { field: 'paidIn', kind: 'money', title: 'Paid in the year', nullIs: notDetermined },
  { field: 'deferredFromLedger', kind: 'count', title: 'With deferred pay from the ledger' },
] as const;

type Release = Pick<
  NonNullable<Argument<'startPayStatements'>['body']>,
  'employees' | 'requiresAcknowledgment' | 'wording'
>;

/** Opens a dialog to release the drafts of a year. It lists the people and the totals. */
export const openReleaseDialog = (
  year: number,
  { people, sums }: Drafts,
  release: (options: Release) => Promise<unknown>,
): Promise<boolean> => {
  const isSingle = people.length === 1;
  return openFormDialog({
    title: `Release ${isSingle ? 'one compensation statement' : `${String(people.length)} compensation statements`} of ${String(year)}?`,
    ...acknowledgmentQuestions,
    saveLabel: `Release ${String(people.length)}`,
    save: (_changed, all) =>
      release({ employees: people.map(({ employeeId }) => employeeId), ...acknowledgmentInput(all) }),
    more: () => (
      <>
        <p>
          This stores the current figures and PDFs.{' '}
          {isSingle ? 'The person gets the statement' : 'Each person gets their statement'} in the portal. Any earlier
          statement of the same year is superseded.
        </p>
        {sums.length > 0 ? (
          <DataTable
            label="Totals"
            columns={columns}
            rows={sums}
            rowKey={({ currency }) => currency}
            density="compact"
          />
        ) : null}
        <ul className={styles.people} aria-label="Employees">
          {people.map(({ employeeId, name }) => (
            <li key={employeeId}>{name}</li>
          ))}
        </ul>
      </>
    ),
  });
};
