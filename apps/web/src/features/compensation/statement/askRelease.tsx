import { notDetermined } from '@carrara/contract/core/kinds';
import { ask } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import type { Answer } from '../../../api/operations.ts';
import styles from './statement.module.css';

type Drafts = Answer<'getPayStatementDrafts'>;

const columns = [
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'statements', kind: 'count', title: 'Statements' },
  { field: 'awardedFor', kind: 'money', title: 'Awarded for the year', nullIs: notDetermined },
  { field: 'paidIn', kind: 'money', title: 'Paid in the year', nullIs: notDetermined },
] as const;

/** Asks whether the drafts of a year are released, saying whose they are and what they come to; answers whose, or undefined where not. */
export async function askRelease(year: number, { people, sums }: Drafts): Promise<string[] | undefined> {
  const one = people.length === 1;
  const answer = await ask({
    title: `Release ${one ? 'one compensation statement' : `${String(people.length)} compensation statements`} of ${String(year)}?`,
    text: (
      <>
        <p>
          Figures and PDFs are kept as they are now, and {one ? 'its person gets it' : 'each person gets theirs'} in the
          portal. A statement that was released before gives way.
        </p>
        {sums.length > 0 ? (
          <DataTable
            label="What they come to"
            columns={columns}
            rows={sums}
            rowKey={({ currency }) => currency}
            density="compact"
          />
        ) : null}
        <ul className={styles.people} aria-label="Whose">
          {people.map(({ employeeId, name }) => (
            <li key={employeeId}>{name}</li>
          ))}
        </ul>
      </>
    ),
    confirmLabel: `Release ${String(people.length)}`,
  });
  return answer === 'confirmed' ? people.map(({ employeeId }) => employeeId) : undefined;
}
