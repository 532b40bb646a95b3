import type { MailRow } from '@carrara/contract/platform/mail/mail';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { Button } from '@mantine/core';
import { lists } from 'virtual:contract/tables';
import { useRead, useWrite } from '../../../api/calls.ts';
import { runWithToast } from '../../../api/runWithToast.ts';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';

const list = lists.listMails;

const kinds: Readonly<Record<string, string>> = {
  invitation: 'Invitation',
  notification: 'Notification',
  passwordChanged: 'Password was reset',
  reset: 'Password reset',
  test: 'Test',
};
const states: Readonly<Record<MailRow['status'], string>> = {
  WAITING: 'Waiting',
  SENDING: 'Being sent',
  SENT: 'Sent',
  FAILED: 'Failed',
};

/** The emails of the firm with their recipient, kind and status, but without their content. */
export function MailsPage() {
  const { data: server } = useRead('getMailServer', undefined);
  const [test, isTesting] = useWrite('sendTestMail');
  const [retry] = useWrite('retryMail');
  const sendTest = async () => `A test e-mail is on its way to ${(await test()).address}`;
  const again = async (row: RecordValue) => {
    await retry({ params: { id: row.id } });
    return `Sending the e-mail to ${String(row['address'])} again`;
  };
  return (
    <>
      {server ? (
        <Banner tone="info">
          {server.isOn
            ? `E-mails are sent from ${server.from}. They contain no figures and are listed here for 30 days.`
            : 'This installation doesn’t send e-mail. Its operator can set SMTP_URL and MAIL_FROM. Until then, hand invitations over yourself.'}
        </Banner>
      ) : null}
      <RecordTable
        list={list}
        cells={{
          kind: (row) => kinds[String(row['kind'])] ?? String(row['kind']),
          status: (row) => states[row['status'] as MailRow['status']],
        }}
        {...(server?.isOn
          ? {
              actions: (
                <Button variant="default" loading={isTesting} onClick={() => void runWithToast(sendTest)}>
                  Send a test e-mail
                </Button>
              ),
              rowActions: (row: RecordValue) =>
                row['canRetry'] === true ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Retry the e-mail to ${String(row['address'])}`}
                    onClick={() => void runWithToast(() => again(row))}
                  >
                    Retry
                  </Button>
                ) : null,
            }
          : {})}
      />
    </>
  );
}
