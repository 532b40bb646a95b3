import type { TransferDate } from '@carrara/contract/platform/dataTransfer/dataTransfer';
import { defineFields } from '@carrara/contract/core/fields';
import { confirm } from '@carrara/ui/feedback/questions.tsx';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useRead, useWrite } from '../../api/calls.ts';
import { failureText } from '../../api/failure.ts';
import { useAllowed } from '../../session/hooks.ts';
import { openFormDialog } from '../editor/FormDialog.tsx';
import { missingFundsText } from './missingFundsText.ts';
import type { LinkedRecord } from './LinkOfRecord.tsx';

const quarter = defineFields({ endDate: { kind: 'date', title: 'Quarter end', required: true } });

/** Sends the locked figures of a linked investor for the displayed quarter or a chosen one. A mark says that they were sent. */
export function TransferOfInvestor({
  record,
  dates,
  endDate,
}: {
  readonly record: LinkedRecord;
  readonly dates: readonly TransferDate[];
  readonly endDate?: string | undefined;
}) {
  const maySend = useAllowed('dataTransfer.edit');
  const { data: link } = useRead('getTenantLinkOfInvestor', { params: { investorId: record.id } });
  const [submit] = useWrite('submitDataTransfer');
  const sent = dates.find(({ periodEndDate }) => endDate === undefined || periodEndDate === endDate);
  useFailureNotice(record.name, sent);
  if (link?.requestStatus.code !== 'ACCEPT') return null;
  const other = link.isOurs ? link.targetTenantName : link.sourceTenantName;
  const question = (date: string) =>
    `Please confirm submission of Data Transfer request to ${other} for period ending on ${formatDate(date)}.`;
  const confirmTransfer = async () => {
    let missing: readonly string[] = [];
    const send = async (date: string) => {
      missing = (await submit({ body: { investorId: record.id, endDate: date } })).missingFunds;
    };
    const done = endDate
      ? await confirm({
          title: 'Transfer data',
          text: question(endDate),
          confirmLabel: 'Submit',
          send: async () => send(endDate).then(() => undefined, failureText),
        })
      : await openFormDialog({
          title: `Transfer data to ${other}`,
          fields: quarter,
          saveLabel: 'Submit',
          more: ({ values }) => (values['endDate'] ? <p>{question(String(values['endDate']))}</p> : null),
          save: async (values) => {
            await send(String(values['endDate']));
          },
        });
    if (done)
      toastSuccess(['Data transfer request submitted successfully.', missingFundsText(missing)].join(' ').trim());
  };
  const isSent = sent && ['PEND', 'COMP'].includes(sent.status.code);
  const label = isSent ? `Data Transfer: ${sent.status.description}` : undefined;
  return (
    <>
      {label ? (
        <span style={{ alignSelf: 'center' }}>
          <Tag>{label}</Tag>
        </span>
      ) : null}
      {maySend ? (
        <Button variant="default" onClick={() => void confirmTransfer()}>
          Transfer data…
        </Button>
      ) : null}
    </>
  );
}

/** Displays a message when a transfer fails while the record is open. */
function useFailureNotice(name: string, sent: TransferDate | undefined): void {
  const before = useRef<string>(undefined);
  const code = sent?.status.code;
  const date = sent?.periodEndDate;
  const reason = sent?.reason ?? '';
  useEffect(() => {
    if (before.current !== undefined && before.current !== 'FAIL' && code === 'FAIL' && date)
      toastError(`Data transfer of ${name} for ${formatDate(date)} failed: ${reason}`);
    before.current = code;
  }, [code, date, name, reason]);
}
