import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { notDetermined } from '@carrara/contract/core/kinds';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { undoText } from '../../../record/run/undoText.ts';

const money = (text: string | null) => (text === null ? notDetermined : valueText('money', text));

export type Totals = Pick<Distribution, 'currency' | 'reconciliation' | 'numberOfParticipants' | 'reversalOf'>;
type Question = Totals & Pick<Distribution, 'name'>;

/** Returns the totals for a confirmation about money, and for a reversal the note that it reverses a payment. */
export const disbursedTotal = ({ currency, reconciliation, numberOfParticipants, reversalOf }: Totals) => {
  const unit = currency?.code ? `${currency.code} ` : '';
  const amounts = `gross ${unit}${money(reconciliation.grossCarryDistributed)}, net ${unit}${money(reconciliation.netCarryDistributed)}`;
  const payees = `${String(numberOfParticipants ?? notDetermined)} ${numberOfParticipants === 1 ? 'payee' : 'payees'}`;
  return reversalOf
    ? `the reversal of ${reversalOf.name}, which takes back a payment: ${amounts}, from ${payees}`
    : `${amounts}, to ${payees}`;
};

/** Returns the confirmation before a run is paid. */
export const disbursalQuestion = (distribution: Question) => ({
  title: `Disburse ${distribution.name}`,
  text: `Disburse ${disbursedTotal(distribution)}? This posts the account entries. ${undoText(distribution)}`,
  confirmLabel: 'Disburse',
});
