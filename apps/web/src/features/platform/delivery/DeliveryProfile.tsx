import type { Delivery } from '@carrara/contract/platform/delivery/delivery';
import { prompt } from '@carrara/ui/feedback/questions.tsx';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import { Button } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { lists } from 'virtual:contract/tables';
import { useRead, useWrite } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { failureText } from '../../../api/failure.ts';
import { CertificateMenu } from '../../../delivery/CertificateMenu.tsx';
import { Wording } from '../../../delivery/Wording.tsx';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import styles from './delivery.module.css';

const recipients = lists.listDeliveryRecipients;
const events = lists.listDeliveryEvents;

/** The status codes that give the colors. */
const statusCodes = { Released: 'DISB', Superseded: 'SUP', Withdrawn: 'WDR' } as const;

/** The page of a release: its recipients, the exact files, and their status. */
export function DeliveryProfile() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useRead('getDelivery', { params: { id } });
  const download = useDownload();
  const mayFetch = useAllowed('delivery.fetch');
  useRecordCrumb(data && `${data.name}, version ${String(data.version)}`);
  if (!data) return <ReadState error={error} onRetry={refetch} lines={10} />;
  const withoutPortal = data.recipients - data.inPortal;
  return (
    <Stack>
      <ProfileHeader
        name={data.name}
        facts={[data.kind, `version ${String(data.version)}`, `released by ${data.releasedBy}`]}
        status={{ code: statusCodes[data.state], description: data.state }}
        figures={[
          { label: 'Recipients', kind: 'count', value: data.recipients },
          { label: 'In the portal', kind: 'count', value: data.inPortal },
          { label: 'Opened', kind: 'count', value: data.opened },
          ...(data.wording === null
            ? []
            : [{ label: 'Acknowledged', kind: 'count' as const, value: data.acknowledged }]),
        ]}
        actions={<DeliveryActions delivery={data} />}
      />
      {data.supersededBy ? (
        <Banner
          tone="info"
          action={
            <Button variant="default" component="a" href={`#/carry/delivery/${data.supersededBy.id}`}>
              Open it
            </Button>
          }
        >
          {data.supersededBy.name ?? 'A later version'} replaces this version. Both stay readable.
        </Banner>
      ) : null}
      {withoutPortal > 0 ? (
        <WithoutPortal
          count={withoutPortal}
          {...(mayFetch ? { onDownload: () => void download('downloadDeliveryPackage', { params: { id } }) } : {})}
        />
      ) : null}
      <Wording text={data.wording} />
      <div>
        <h2 className={styles.part}>{recipients.title}</h2>
        <RecordTable
          list={recipients}
          params={{ id }}
          embedded
          filters={portalFilter}
          query={({ filters }) => ({ portal: filters['portal']?.[0] ?? 'all' })}
          {...(mayFetch
            ? {
                rowActions: (row) => (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`File of ${String(row['participant'])}`}
                    onClick={() => void download('downloadDelivered', { params: { id, deliveryId: row.id } })}
                  >
                    File
                  </Button>
                ),
              }
            : {})}
        />
      </div>
      <div>
        <h2 className={styles.part}>{events.title}</h2>
        <RecordTable list={events} params={{ id }} embedded ownState />
      </div>
    </Stack>
  );
}

interface WithoutPortalProps {
  readonly count: number;
  readonly onDownload?: () => void;
}

/** Counts the recipients whom the portal doesn't reach, with a download of their files. */
const WithoutPortal = ({ count, onDownload }: WithoutPortalProps) => (
  <Banner
    tone="warn"
    action={
      onDownload ? (
        <Button variant="default" onClick={onDownload}>
          Download their files (ZIP)
        </Button>
      ) : undefined
    }
  >
    {count === 1
      ? 'One recipient has no portal access. Deliver it by hand or by mail.'
      : `${String(count)} recipients have no portal access. Deliver theirs by hand or by mail.`}
  </Banner>
);

const portalFilter = [
  {
    id: 'portal',
    title: 'Portal',
    allLabel: 'All recipients',
    options: [
      { value: 'yes', label: 'With a portal' },
      { value: 'no', label: 'Without' },
    ],
  },
];

function DeliveryActions({ delivery }: { readonly delivery: Delivery }) {
  const { id, name, wording, state, inPortal, acknowledged } = delivery;
  const download = useDownload();
  const mayRemind = useAllowed('delivery.edit') && wording !== null && state === 'Released' && acknowledged < inPortal;
  const [remind] = useWrite('remindDelivery');
  const open = () =>
    prompt({
      title: `Send a reminder about ${name}?`,
      text: `${String(inPortal - acknowledged)} of ${String(inPortal)} recipients in the portal ${inPortal - acknowledged === 1 ? 'has' : 'have'} not acknowledged it yet. The reminder appears when they open the portal.`,
      confirmLabel: 'Remind',
      send: async () => {
        try {
          const { reminded } = await remind({ params: { id } });
          toastSuccess(
            reminded === 1 ? 'One recipient was reminded.' : `${String(reminded)} recipients were reminded.`,
          );
          return undefined;
        } catch (failure) {
          return failureText(failure);
        }
      },
    });
  const downloadCertificate = (as: 'pdf' | 'csv') =>
    void download('downloadDeliveryCertificate', { params: { id }, query: { as } });
  return (
    <>
      {mayRemind ? (
        <Button variant="default" onClick={() => void open()}>
          Remind
        </Button>
      ) : null}
      <CertificateMenu isMain onDownload={downloadCertificate} />
    </>
  );
}
