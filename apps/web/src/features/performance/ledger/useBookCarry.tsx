import { MOST_REASON } from '@carrara/contract/performance/ledger/reasonLength';
import type { Fields } from '@carrara/contract/core/fields';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { readOnce, useWrite } from '../../../api/calls.ts';
import { failureWithStatus } from '../../../api/failure.ts';
import type { Answer } from '../../../api/operations.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { useAppDispatch } from '../../../session/hooks.ts';

type Answered = Answer<'getCarryProposal'>;
type Proposal = NonNullable<Answered['proposal']>;

const fields: Fields = {
  earned: {
    kind: 'money',
    title: 'Carry earned in the quarter',
    required: true,
    negative: true,
    help: 'Row 98: carry paid and newly held in escrow.',
  },
  accrued: {
    kind: 'money',
    title: 'Carry accrued in the quarter',
    required: true,
    negative: true,
    help: 'Row 97: brings accrued carry to the amount in the hypothetical liquidation.',
  },
  reason: {
    kind: 'longText',
    title: 'Reason',
    max: MOST_REASON,
    help: 'Required if an amount differs from the proposal.',
  },
};

const columns = [
  { field: 'name', kind: 'text', title: 'Partner' },
  { field: 'earned', kind: 'money', title: 'Earned, proposed' },
  { field: 'earnedBooked', kind: 'money', title: 'Earned, booked' },
  { field: 'accrued', kind: 'money', title: 'Accrued, proposed' },
  { field: 'accruedBooked', kind: 'money', title: 'Accrued, booked' },
] as const;

/** The proposed and the booked carry by partner, with the causes of the difference. */
export function ProposedCarry({ proposal, currency }: { readonly proposal: Proposal; readonly currency: string }) {
  const { terms, causes, policies, partners, proposed, booked, difference } = proposal;
  const row = ({ id, name, ...own }: Proposal['partners'][number]) => ({
    id,
    name,
    earned: own.proposed.earned,
    earnedBooked: own.booked.earned,
    accrued: own.proposed.accrued,
    accruedBooked: own.booked.accrued,
  });
  const total = (field: string, amount: string) => ({ field, total: amount });
  return (
    <>
      {causes.map((cause) => (
        <Banner key={cause} tone="warn">
          {cause}
        </Banner>
      ))}
      <DataTable
        label={`Carry of the quarter, ${currency}`}
        columns={columns}
        rows={partners.map(row)}
        rowKey={({ id }) => id}
        totals={[
          total('earned', proposed.earned),
          total('earnedBooked', booked.earned),
          total('accrued', proposed.accrued),
          total('accruedBooked', booked.accrued),
        ]}
      />
      <p>
        {`Proposed less booked: ${valueText('money', difference.earned)} earned, ${valueText('money', difference.accrued)} accrued.`}
      </p>
      <p>
        {`Terms from ${formatDate(terms.effectiveDate)}: ${terms.summary}. ${policies.map(({ title, value }) => `${title}: ${value}`).join(' · ')}`}
      </p>
    </>
  );
}

/** Returns a function that displays the proposed carry of a quarter and books it, or another amount with a reason. */
export function useBookCarry(vehicleId: string) {
  const dispatch = useAppDispatch();
  const [book] = useWrite('bookProposedCarry');
  return async ({ periodEnd }: { readonly periodEnd: string }) => {
    const params = { vehicleId, endDate: periodEnd };
    let answered: Answered;
    try {
      answered = await readOnce(dispatch, 'getCarryProposal', { params }, 'fresh');
    } catch (failure) {
      toastError(failureWithStatus(failure));
      return;
    }
    const { proposal, currency, notDetermined } = answered;
    if (proposal === null) {
      toastError(notDetermined.map(({ message }) => message).join(' '));
      return;
    }
    const { proposed } = proposal;
    const isBooked = await openFormDialog({
      title: `Carry of the quarter ending ${formatDate(periodEnd)}`,
      fields,
      initial: { ...proposed },
      saveLabel: 'Book',
      lead: () => <ProposedCarry proposal={proposal} currency={currency} />,
      save: (_values, { earned, accrued, reason }) =>
        book({
          params,
          body: {
            proposed,
            entered: { earned: String(earned), accrued: String(accrued) },
            ...(typeof reason === 'string' && reason !== '' ? { reason } : {}),
          },
        }),
    });
    if (isBooked) toastSuccess(`The carry of the quarter ending ${formatDate(periodEnd)} is booked.`);
  };
}
