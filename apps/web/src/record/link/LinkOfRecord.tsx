import type { TenantLinkRequest } from '@carrara/contract/platform/tenantLink/tenantLink';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { confirm } from '@carrara/ui/feedback/questions.tsx';
import { toastInfo, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useRead, useWrite } from '../../api/calls.ts';
import { failureText } from '../../api/failure.ts';
import { useAllowed } from '../../session/hooks.ts';
import { useLinkRequest } from './linkDialog.tsx';

export interface LinkedRecord {
  readonly id: string;
  readonly name: string;
  readonly code?: string | null | undefined;
}

const otherOf = (link: TenantLinkRequest) => (link.isOurs ? link.targetTenantName : link.sourceTenantName);
const ends: Readonly<Record<string, string>> = { ACCEPT: 'accepted', REJ: 'rejected', REM: 'removed' };
const isLive = (link: TenantLinkRequest | null | undefined) =>
  link != null && ['PEND', 'ACCEPT'].includes(link.requestStatus.code);

/** Reports the result of a link request while the record is open. */
function useLinkNews(name: string, link: TenantLinkRequest | null | undefined): { readonly silence: () => void } {
  const before = useRef<{ readonly id: string; readonly code: string }>(undefined);
  const isSilent = useRef(false);
  const id = link?.id;
  const code = link?.requestStatus.code;
  const other = link ? otherOf(link) : '';
  useEffect(() => {
    const was = before.current;
    before.current = id && code ? { id, code } : undefined;
    if (!was || was.id !== id || was.code === code || !code) return;
    if (isSilent.current) isSilent.current = false;
    else toastInfo(`${other} ${ends[code] ?? ''} the link of ${name}.`);
  }, [id, code, other, name]);
  return {
    silence: () => {
      isSilent.current = true;
    },
  };
}

/** The state of an investor's or firm's link to another tenant: an open request or an existing link, with a button to remove it. */
export function LinkNotice({ record }: { readonly record: LinkedRecord }) {
  const maySee = useAllowed('tenantLink.view');
  return maySee ? <LinkState record={record} /> : null;
}

function LinkState({ record }: { readonly record: LinkedRecord }) {
  const { data: link } = useRead('getTenantLinkOfInvestor', { params: { investorId: record.id } });
  const { silence } = useLinkNews(record.name, link);
  const mayRemove = useAllowed('tenantLink.delete');
  const [remove] = useWrite('removeTenantLinkRequest');
  if (!link || !isLive(link)) return null;
  const isPending = link.requestStatus.code === 'PEND';
  const confirmRemoval = async () => {
    let done = false;
    await confirm({
      title: `Remove the link of ${record.name}`,
      text: `No more data is transferred to or from ${otherOf(link)}. Data that was already transferred stays.`,
      confirmLabel: 'Remove',
      danger: true,
      send: async () => {
        silence();
        try {
          await remove({ params: { investorId: record.id }, query: {} });
          done = true;
          return undefined;
        } catch (failure) {
          return failureText(failure);
        }
      },
    });
    if (done) toastSuccess(`Link of ${record.name} removed successfully.`);
  };
  const answer = link.isOurs ? null : (
    <Button
      component="a"
      size="compact-sm"
      variant="default"
      href="#/performance/datamanagement/tenantlinkrequest/pending"
    >
      Answer
    </Button>
  );
  return (
    <Banner
      tone="info"
      action={
        <>
          {isPending ? answer : null}
          {mayRemove ? (
            <Button size="compact-sm" variant="default" onClick={() => void confirmRemoval()}>
              Remove the link…
            </Button>
          ) : null}
        </>
      }
    >
      {isPending ? `Link to ${otherOf(link)} pending.` : `Linked to ${otherOf(link)}.`}
    </Banner>
  );
}

/** A button that requests a link for an investor or firm without one. */
export function LinkButton({ record }: { readonly record: LinkedRecord }) {
  const mayRequest = useAllowed('tenantLink.edit');
  const requestLink = useLinkRequest();
  const { data: link } = useRead('getTenantLinkOfInvestor', { params: { investorId: record.id } });
  if (!mayRequest || link === undefined || isLive(link)) return null;
  return (
    <Button variant="default" onClick={() => void requestLink({ about: { id: record.id, name: record.name } })}>
      Link to a tenant…
    </Button>
  );
}
