import type { OwnDelivery } from '@carrara/contract/platform/delivery/ownDelivery';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useRead, useWrite } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { failureText } from '../../../api/failure.ts';
import { runWithToast } from '../../../api/runWithToast.ts';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useSession } from '../../../session/hooks.ts';
import styles from './portal.module.css';

/** A document that was released to the signed-in participant. It can be opened, and acknowledged if the firm requires it. */
export function PortalDocument() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useRead('getPortalDocument', { params: { id } });
  useRecordCrumb(data?.name);
  return data ? <PortalDocumentPanels document={data} /> : <ReadState error={error} onRetry={refetch} lines={8} />;
}

export function PortalDocumentPanels({ document }: { readonly document: OwnDelivery }) {
  const { id, name, kind, version, holderName, createdDate, state, isReminded, wording, fileName, sha256 } = document;
  const isWithdrawn = state === 'Withdrawn';
  const [open] = useWrite('openPortalDocument');
  const download = useDownload();
  const show = async () => {
    await runWithToast(async () => {
      await open({ params: { id } });
      await download('downloadPortalDocument', { params: { id } });
    });
  };
  return (
    <Stack>
      <ProfileHeader
        name={name}
        facts={[
          kind,
          `for ${holderName}`,
          `released ${valueText('instant', createdDate)}`,
          `version ${String(version)}`,
        ]}
        actions={
          isWithdrawn ? null : (
            <Button onClick={() => void show()} aria-label={`Download ${fileName}`}>
              Download
            </Button>
          )
        }
      />
      {state === 'Superseded' ? (
        <Banner tone="info" action={<Successor delivery={document} />}>
          A later version has replaced this document.
          {document.successorWithdrawnDate
            ? ` Your firm withdrew that version on ${valueText('instant', document.successorWithdrawnDate)}. Ask your firm which version is valid.`
            : ''}{' '}
          This version stays here for your records.
        </Banner>
      ) : null}
      {document.supersedes ? (
        <Banner tone="info">
          {document.isReversal ? 'This letter cancels' : 'This version corrects'}{' '}
          <a href={`#/participant-portal/document/${document.supersedes.id}`}>{document.supersedes.name}</a>.
          {document.correction ? ` ${document.correction}` : ''}
        </Banner>
      ) : null}
      {document.withdrawnDate ? (
        <Banner tone="warn">
          Your firm withdrew this document on {valueText('instant', document.withdrawnDate)}. It is no longer valid and
          can’t be opened.
          {document.withdrawnReason ? <p className={styles.reason}>Its reason: {document.withdrawnReason}</p> : null}
        </Banner>
      ) : null}
      {document.isReversed ? (
        <Banner tone="warn">
          Your firm has reversed this distribution. The amounts in this document are no longer valid.
        </Banner>
      ) : null}
      {isReminded ? <Banner tone="warn">Your firm reminds you to acknowledge this document.</Banner> : null}
      {wording !== null ? <Acknowledgment document={document} wording={wording} /> : null}
      <Panel title="The file">
        <p className={styles.quiet}>
          {fileName}, {sizeText(document.sizeBytes)}. Its SHA-256 is <span className={styles.digest}>{sha256}</span>
          {isWithdrawn ? '.' : '. The file you open is identical to the one your firm released.'}
        </p>
      </Panel>
    </Stack>
  );
}

/** A link to the document that replaces this one, if the same reader has received it. */
function Successor({ delivery: { supersededBy } }: { readonly delivery: OwnDelivery }) {
  return supersededBy ? (
    <Button variant="default" component="a" href={`#/participant-portal/document/${supersededBy.id}`}>
      Open {supersededBy.name}
    </Button>
  ) : null;
}

const sizeText = (bytes: number): string => `${String(Math.max(1, Math.round(bytes / 1000)))} KB`;

function Acknowledgment({ document, wording }: { readonly document: OwnDelivery; readonly wording: string }) {
  const { id, state, acknowledgedDate, typedName, hasOpened } = document;
  const [name, setName] = useState('');
  const waitsFor = useId();
  const [refusal, setRefusal] = useState<string>();
  const [send, isSending] = useWrite('acknowledgePortalDocument');
  const { user } = useSession();
  const personName = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim();
  if (acknowledgedDate) {
    return (
      <Panel title="Acknowledged">
        <p>{wording}</p>
        <p className={styles.quiet}>
          {typedName}, {valueText('instant', acknowledgedDate)}
        </p>
      </Panel>
    );
  }
  if (state === 'Superseded' || state === 'Withdrawn') return null;
  const acknowledge = async () => {
    setRefusal(undefined);
    try {
      await send({ params: { id }, body: { typedName: name } });
      toastSuccess('Acknowledged.');
    } catch (failure) {
      setRefusal(failureText(failure));
    }
  };
  return (
    <Panel title="Acknowledge">
      <form
        className={styles.sign}
        onSubmit={(event) => {
          event.preventDefault();
          void acknowledge();
        }}
      >
        <p>{wording}</p>
        <TextInput
          label="Your name"
          description={`${personName ? `Your name in your firm’s records: ${personName}. ` : ''}Typing your name is your signature.`}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={refusal}
          required
          maxLength={200}
          autoComplete="name"
        />
        {hasOpened ? null : (
          <p id={waitsFor} className={styles.quiet}>
            Download the document first. You can only acknowledge a document that you have opened.
          </p>
        )}
        <Button
          type="submit"
          loading={isSending}
          disabled={!hasOpened || name.trim() === ''}
          aria-describedby={hasOpened ? undefined : waitsFor}
        >
          Acknowledge
        </Button>
      </form>
    </Panel>
  );
}
