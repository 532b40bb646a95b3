import type { Column } from '@carrara/contract/core/fields';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { useWrite } from '../../../api/calls.ts';
import { useComputed } from '../../../record/run/useComputed.ts';
import type { ActBody } from './actBody.ts';
import { type Proposal, ProposedSplit } from './ProposedSplit.tsx';

const first: readonly Column[] = [
  { field: 'name', kind: 'text', title: 'Investor' },
  { field: 'cash', kind: 'money', title: 'Cash received', isKey: true },
  { field: 'unfunded', kind: 'money', title: 'Unfunded' },
];

/** Opens the postings of a vehicle in another tab, because the form has unsaved input. The posting with `actId` is highlighted there. */
export const PostingLink = ({ vehicleId, actId }: { readonly vehicleId: string; readonly actId?: string }) => (
  <a
    href={`#/performance/fund/${vehicleId}/ledger?part=postings${actId === undefined ? '' : `&entry=${actId}`}`}
    target="_blank"
    rel="noreferrer"
  >
    Open the postings
  </a>
);

interface ActPreviewProps {
  /** Undefined while the input is incomplete. */
  readonly body: ActBody | undefined;
  /** Receives the split that is displayed, so that the save can refuse another one. */
  readonly onProposal?: (proposal: Proposal | null) => void;
}

/** Previews the postings of an act for each investor, as the server would post them. */
export function ActPreview({ body, onProposal }: ActPreviewProps) {
  const [preview] = useWrite('previewLedgerAct');
  const { current, refusals, away } = useComputed(body, async (request: ActBody) => {
    const answer = await preview({ body: request });
    onProposal?.(answer.proposal);
    return answer;
  });
  const [refusal] = refusals;
  if (away !== undefined) return <Banner tone="warn">{`The preview isn’t current: ${away}.`}</Banner>;
  if (refusal) return <Banner tone="warn">{refusal.message}</Banner>;
  if (!current) return <p role="status">Enter the amounts to preview each investor’s part.</p>;
  const { entries, investors, total, sameAct, unequalParts, proposal, realization } = current;
  const { amounts: amountTotals, ...totals } = total;
  const rows = investors.map(({ amounts, ...investor }) => ({
    ...investor,
    ...Object.fromEntries(amounts.map((amount, i) => [`entry${String(i)}`, amount])),
  }));
  const hasCommitments = investors.some(({ commitment }) => Number(commitment) !== 0);
  return (
    <>
      {sameAct && body ? (
        <Banner tone="warn">
          {sameAct.message} <PostingLink vehicleId={body.vehicleId} actId={sameAct.id} />
        </Banner>
      ) : null}
      {unequalParts === null ? null : <Banner tone="warn">{unequalParts}</Banner>}
      {realization ? <Banner tone={realization.isCreated ? 'info' : 'warn'}>{realization.message}</Banner> : null}
      {proposal && body ? <ProposedSplit proposal={proposal} body={body} /> : null}
      <TablePanel
        title="What will be posted"
        columns={[
          ...first,
          ...(hasCommitments ? [{ field: 'commitment', kind: 'money', title: 'Commitment' } as const] : []),
          ...entries.map(({ title }, i) => ({ field: `entry${String(i)}`, kind: 'money', title }) as const),
        ]}
        rows={rows}
        rowKey={({ id }) => id}
        totals={[
          ...Object.entries(totals).map(([field, sum]) => ({ field, total: sum })),
          ...amountTotals.map((sum, i) => ({ field: `entry${String(i)}`, total: sum })),
        ]}
        density="compact"
        cardsOnPhone
      />
    </>
  );
}
