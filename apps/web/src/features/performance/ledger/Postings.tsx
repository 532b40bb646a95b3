import { attributionTexts } from '@carrara/contract/performance/carryTerms/carryTerms';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { useRead, useWrite } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { typedSplit, proposedSplit } from './distributionFields.ts';
import type { OfVehicle } from './ledgerDialog.ts';
import { LedgerTable } from './LedgerTable.tsx';
import { PostMenu } from './PostMenu.tsx';
import { openReversal } from './Reversal.tsx';

type Act = Answer<'listLedgerActs'>[number];

const columns = [
  { field: 'title', kind: 'text', title: 'What' },
  { field: 'date', kind: 'date', title: 'Date' },
  { field: 'investor', kind: 'text', title: 'Investor' },
  { field: 'buyer', kind: 'text', title: 'Buyer' },
  { field: 'security', kind: 'text', title: 'Security' },
  { field: 'amount', kind: 'money', title: 'Amount' },
  { field: 'noticeNumber', kind: 'count', title: 'Notice' },
  { field: 'description', kind: 'longText', title: 'Description' },
  { field: 'postedBy', kind: 'text', title: 'Posted by' },
  { field: 'postedDate', kind: 'instant', title: 'Posted' },
] as const;

const states = { DRAFT: 'draft', POSTED: 'posted', REVERSED: 'reversed' } as const;

/** The split of a distribution, with the reason of typed amounts. */
const splitText = (split: Act['split'], reason: string | null): string | null => {
  if (split === null) return null;
  if (split === 'PROPOSED') return proposedSplit.description;
  return reason === null ? typedSplit.description : `${typedSplit.description}: ${reason}`;
};

/** The split of a distribution, how its carry was attributed, and a link to the realization that its carry created. */
function Split({ act }: { readonly act: Act }) {
  const maySeeCarry = useAllowed('realization.view');
  const { split, splitReason, attribution, realization } = act;
  const text = splitText(split, splitReason);
  if (text === null) return null;
  const name = realization && `${realization.name} (${states[realization.status]})`;
  return (
    <>
      <div>{text}</div>
      {attribution === null ? null : <div>{`Carry by investment: ${attributionTexts[attribution].toLowerCase()}`}</div>}
      {realization === null ? null : (
        <div>{maySeeCarry ? <a href={`#/carry/realization/${realization.id}/overview`}>{name}</a> : name}</div>
      )}
    </>
  );
}

/** The acts of the fund, each posted and reversed as a whole. */
export function Postings({ vehicleId }: OfVehicle) {
  const reading = useRead('listLedgerActs', { query: { vehicleId } });
  const [write] = useWrite('reverseLedgerAct');
  const mayEdit = useAllowed('fundLedger.edit');
  const reverse = ({ id, title }: Act) =>
    openReversal(title, {
      message: `The ${title.toLowerCase()} was reversed.`,
      save: (reason) => write({ params: { id }, body: { reason } }),
    });
  return (
    <LedgerTable
      title="Postings"
      columns={columns}
      reading={reading}
      cardsOnPhone
      cells={{
        title: (act) => (
          <>
            {act.title} {act.isReversed ? <Tag>Reversed</Tag> : null}
            <Split act={act} />
          </>
        ),
      }}
      empty="No capital calls, distributions or other postings yet. Single entries are under Entries."
      // The panel is redrawn once the acts are read, which would close an open menu.
      actions={mayEdit && reading.data ? <PostMenu vehicleId={vehicleId} /> : null}
      rowActions={
        mayEdit
          ? (act) =>
              act.isReversed ? null : <RowButton label="Reverse" subject={act.title} onClick={() => reverse(act)} />
          : undefined
      }
    />
  );
}
