import type { DataTransfer } from '@carrara/contract/platform/dataTransfer/dataTransfer';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { toastError } from '@carrara/ui/feedback/toasts.ts';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import { formatDate, formatInstant } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { writtenText } from '@carrara/ui/value/writtenText.ts';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useRead } from '../../../api/calls.ts';
import { isFailure } from '../../../api/failure.ts';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { MoveButtons, type OwnMoves, useOpenMoves } from '../../../record/profile/Moves.tsx';
import { missingFundsText } from '../../../record/link/missingFundsText.ts';
import { Stack } from '../../../record/Stack.tsx';
import { TransferredAccounts } from './TransferredAccounts.tsx';
import {
  choiceKey,
  earlierChoices,
  sideLabels,
  type TransferChoices,
  TransferConflicts,
} from './TransferConflicts.tsx';

const base = '/performance/datamanagement/tenantlinkdatatransfer';
const figures = [
  { field: 'code', kind: 'code', title: 'Code' },
  { field: 'name', kind: 'text', title: 'Fund' },
  { field: 'here', kind: 'text', title: 'Here' },
  { field: 'currency', kind: 'text', title: 'Currency' },
  { field: 'version', kind: 'count', title: 'Version' },
  { field: 'commitment', kind: 'money', title: 'Commitment' },
  { field: 'contributions', kind: 'money', title: 'Contributions' },
  { field: 'distributions', kind: 'money', title: 'Distributions' },
  { field: 'unfunded', kind: 'money', title: 'Unfunded' },
  { field: 'nav', kind: 'money', title: 'NAV' },
  { field: 'irr', kind: 'return', title: 'Net IRR' },
  { field: 'tvpi', kind: 'multiple', title: 'TVPI' },
  { field: 'numberOfEntries', kind: 'count', title: 'Entries' },
  { field: 'numberOfHoldings', kind: 'count', title: 'Companies' },
] as const;
const changed = [
  { field: 'fund', kind: 'text', title: 'Fund' },
  { field: 'item', kind: 'text', title: 'Figure' },
  { field: 'before', kind: 'text', title: 'Before' },
  { field: 'after', kind: 'text', title: 'Now' },
] as const;
const decided = [
  { field: 'fund', kind: 'text', title: 'Fund' },
  { field: 'item', kind: 'text', title: 'Figure' },
  { field: 'theirs', kind: 'text', title: sideLabels.THEIRS },
  { field: 'ours', kind: 'text', title: sideLabels.MINE },
  { field: 'decision', kind: 'text', title: 'Chosen' },
] as const;
const noValue = '—';
type Change = DataTransfer['changes'][number];
const subjectOf = ({ company, title }: Change) => [company, writtenText(title)].filter(Boolean).join(': ');
const textOf = ({ valueKind }: Change, value: string | null) =>
  value === null ? noValue : valueKind === 'text' ? writtenText(value) : valueText(valueKind, value);
const documents = [
  { field: 'owner', kind: 'text', title: 'Investor or fund' },
  { field: 'name', kind: 'text', title: 'Document' },
] as const;

/** The page of a transfer: its figures, their changes since the last transfer, and the answer. */
export function TransferReview() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useRead('getDataTransfer', { params: { id } });
  const displayed = data?.id === id ? data : undefined;
  useRecordCrumb(displayed && nameOf(displayed), `#${base}/${id}`);
  return displayed ? (
    <Review transfer={displayed} onChangedHere={refetch} />
  ) : (
    <ReadState error={error} onRetry={refetch} lines={10} />
  );
}

const nameOf = ({ investorName, periodEndDate }: DataTransfer) => `${investorName}, ${formatDate(periodEndDate)}`;
/** Returns the message after an answer by its result, because an acceptance may end in a failure. */
const reportedOf = (transfer: DataTransfer) => (answer: object) => {
  const { transferStatus, answer: reason } = answer as Pick<DataTransfer, 'transferStatus' | 'answer'>;
  return transferStatus.code === 'FAIL'
    ? `Data transfer of ${transfer.investorName} for ${formatDate(transfer.periodEndDate)} failed: ${reason ?? ''}`
    : 'Data transfer request accepted successfully.';
};

const chooseFirst = (count: number) =>
  `${String(count)} ${count === 1 ? 'difference is' : 'differences are'} not decided. Choose theirs or ours under 'Entered or changed here' first.`;

/** Explains why the sender's multiples and returns can differ from those here, although both are marked. */
const inclTransferText = (sender: string) =>
  `Figures marked “incl. transfer” come from ${sender}. They can include the earlier calls and distributions of the part that was bought or sold. Your own figures include its price instead, so the two can differ.`;

const isChangedHere = (failure: unknown) =>
  isFailure(failure) && failure.errors.some(({ code }) => code === 'CHANGED_HERE');

interface ReviewProps {
  readonly transfer: DataTransfer;
  /** Runs if accepting failed because of a conflict that this page may not display yet. */
  readonly onChangedHere: () => void;
}

function Review({ transfer, onChangedHere }: ReviewProps) {
  const { id, rowVersion, isOurs, transferStatus, funds, changes, previousId } = transfer;
  const open = useOpenMoves('tenantLinkDataTransferRequest', transferStatus.code as 'PEND');
  const [chosenNow, setChosen] = useState<TransferChoices>({});
  const chosen = { ...earlierChoices(funds), ...chosenNow };
  const [isRefused, setRefused] = useState(false);
  const resolutions = funds.flatMap(({ id: fundId, conflicts }) =>
    conflicts.flatMap(({ field }) => {
      const choice = chosen[choiceKey(fundId, field)];
      return choice ? [{ fundId, field, choice }] : [];
    }),
  );
  const unchosen = funds.reduce((sum, { conflicts }) => sum + conflicts.length, -resolutions.length);
  const isToAnswer = !isOurs && transferStatus.code === 'PEND';
  const date = formatDate(transfer.periodEndDate);
  const own = ownMoves(transfer, {
    resolutions,
    unchosen,
    handleRefusal: (failure) => {
      if (!isChangedHere(failure)) return false;
      setRefused(true);
      onChangedHere();
      return true;
    },
  });
  return (
    <Stack>
      <ProfileHeader
        name={nameOf(transfer)}
        status={transferStatus}
        facts={[
          `From ${transfer.sourceTenantName}`,
          `to ${transfer.targetTenantName}`,
          `sent ${formatInstant(transfer.createdDate)}`,
        ]}
        actions={
          isOurs ? null : (
            <MoveButtons
              lifecycle="tenantLinkDataTransferRequest"
              record={{ id, rowVersion, name: nameOf(transfer) }}
              events={open}
              own={own}
            />
          )
        }
      />
      {transferStatus.code === 'FAIL' ? (
        <Banner tone="bad">{`Data transfer of ${transfer.investorName} for ${date} failed: ${transfer.answer ?? ''}`}</Banner>
      ) : transfer.answer ? (
        <Banner tone="info">{transfer.answer}</Banner>
      ) : null}
      {transfer.missingFunds.length > 0 ? <Banner tone="warn">{missingFundsText(transfer.missingFunds)}</Banner> : null}
      <TransferConflicts
        funds={funds}
        chosen={chosen}
        isRefused={isRefused}
        onChoose={(key, choice) => setChosen((before) => ({ ...before, [key]: choice }))}
      />
      <TransferDecisions funds={funds} />
      {!transfer.isOurs && funds.some(({ irrPartial }) => irrPartial) ? (
        <Banner tone="info">{inclTransferText(transfer.sourceTenantName)}</Banner>
      ) : null}
      {transfer.isIntact ? (
        <TablePanel
          title="Figures"
          columns={isToAnswer ? figures : figures.filter(({ field }) => field !== 'here')}
          rows={funds.map((fund) => ({ ...fund, here: fund.vehicle?.name ?? 'New' }))}
          rowKey={(fund: DataTransfer['funds'][number]) => fund.id}
        />
      ) : (
        <Banner tone="bad">This package differs from the one that was sent, so its contents aren’t displayed.</Banner>
      )}
      <TransferredDocuments transfer={transfer} />
      {transfer.isIntact ? <TransferredAccounts id={id} /> : null}
      {previousId ? <ChangedFigures changes={changes} previousId={previousId} /> : null}
    </Stack>
  );
}

interface Acceptance {
  readonly resolutions: readonly {
    readonly fundId: string;
    readonly field: string;
    readonly choice: TransferChoices[string];
  }[];
  readonly unchosen: number;
  readonly handleRefusal: (failure: unknown) => boolean;
}

/** Returns the actions of the page: to accept, decline or undo the transfer. Accepting requires a choice for every conflict. */
function ownMoves(
  transfer: DataTransfer,
  { resolutions, unchosen, handleRefusal }: Acceptance,
): OwnMoves<'tenantLinkDataTransferRequest'> {
  const { id, rowVersion, sourceTenantName, targetTenantName, periodEndDate } = transfer;
  const body = (more: object) => ({ body: { id, rowVersion, ...more } });
  return {
    acceptDataTransfer:
      unchosen > 0
        ? { act: () => Promise.resolve(toastError(chooseFirst(unchosen))) }
        : {
            question: {
              title: 'Accept the data transfer',
              text: `This copies the data of ${sourceTenantName} for the period ending on ${formatDate(periodEndDate)} into ${targetTenantName}. Do you want to continue?`,
              confirmLabel: 'Accept',
            },
            argument: () => body({ resolutions }),
            message: reportedOf(transfer),
            handleRefusal,
          },
    declineDataTransfer: { argument: ({ comment }) => body({ comments: comment }) },
    undoDataTransfer: { argument: ({ comment }) => body({ comments: comment }) },
  };
}

/** The figures that differ from the previous transfer. */
const ChangedFigures = ({ changes, previousId }: Pick<DataTransfer, 'changes'> & { readonly previousId: string }) => (
  <TablePanel
    title="What changed"
    actions={<a href={`#${base}/${previousId}`}>Previous transfer</a>}
    columns={changed}
    rows={changes.map((change, at) => ({
      ...change,
      at,
      fund: `${change.fund}, ${change.currency}`,
      item: subjectOf(change),
      before: textOf(change, change.before),
      after: textOf(change, change.after),
    }))}
    rowKey={({ at }: { readonly at: number }) => String(at)}
  />
);

/** The choices made at acceptance for fields that both sides had. */
function TransferDecisions({ funds }: Pick<DataTransfer, 'funds'>) {
  const rows = funds.flatMap(({ id, name, choices }) =>
    choices.map(({ field, title, mine, theirs, choice }) => ({
      key: choiceKey(id, field),
      fund: name,
      item: title,
      theirs: writtenText(theirs),
      ours: writtenText(mine),
      decision: sideLabels[choice],
    })),
  );
  if (rows.length === 0) return null;
  return <TablePanel title="Decided" columns={decided} rows={rows} rowKey={({ key }) => key} />;
}

/** The documents released to the investor. Statements of the figures are created when the transfer is accepted. */
function TransferredDocuments({
  transfer: { investorName, documents: own, funds },
}: {
  readonly transfer: DataTransfer;
}) {
  const rows = [{ name: investorName, documents: own }, ...funds].flatMap(({ name: owner, documents: names }) =>
    names.map((name, at) => ({ key: `${owner} ${String(at)}`, owner, name })),
  );
  if (rows.length === 0) return null;
  return <TablePanel title="Documents" columns={documents} rows={rows} rowKey={({ key }) => key} />;
}
