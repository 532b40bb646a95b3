import type { OwnDelivery } from '@carrara/contract/platform/delivery/ownDelivery';
import { lists } from 'virtual:contract/tables';
import { useDownload } from '../../../api/download.ts';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import type { BulkAction } from '../../../record/list/SelectionActions.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { Stack } from '../../../record/Stack.tsx';
import styles from './portal.module.css';
import { useHolder } from './useHolder.tsx';

const documents = lists.listPortalDocuments;
const statements = { ...documents, title: 'Your compensation statements' };
const payReads = lists.listPortalPayReads;
/** The state, and whether the distribution of a letter was reversed later. */
const stateCell = {
  state: ({ state, isReversed }: RecordValue) => `${String(state)}${isReversed ? ' · distribution reversed' : ''}`,
};

/** Returns the action that downloads the selected documents in a zip. */
function useDownloadAction(): BulkAction<OwnDelivery> {
  const download = useDownload();
  return {
    label: 'Download',
    nameOf: ({ name }) => name,
    whyNot: ({ state }) => (state === 'Withdrawn' ? 'The firm withdrew it.' : undefined),
    most: 150,
    run: (rows) => download('downloadPortalDocuments', { query: { ids: rows.map(({ id }) => id).join('.') } }),
  };
}

const documentHref = ({ id }: { readonly id: string }) => `#/participant-portal/document/${id}`;

/** The documents released to the signed-in participant and to their trusts. */
export const PortalDocuments = () => (
  <RecordTable
    list={documents}
    query={() => ({ kind: 'all' })}
    rowHref={documentHref}
    cells={stateCell}
    bulkActions={[useDownloadAction()]}
  />
);

/** The participant's own pay: released statements, and a log of pay access if the firm displays it. */
export function PortalPay() {
  const { home } = useHolder();
  const downloadSelected = useDownloadAction();
  return (
    <Stack>
      <RecordTable
        list={statements}
        query={() => ({ kind: 'STATEMENT' })}
        rowHref={documentHref}
        bulkActions={[downloadSelected]}
      />
      {home?.displayed.payReads ? (
        <section>
          <h2 className={styles.part}>{payReads.title}</h2>
          <p className={styles.quiet}>
            Each time another person views your pay, it is logged before the pay is sent. Logs of files and of many
            people at once don’t name anyone, so your pay may be among them.
          </p>
          <RecordTable list={payReads} embedded ownState />
        </section>
      ) : null}
    </Stack>
  );
}
