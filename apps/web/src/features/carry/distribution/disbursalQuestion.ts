import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { notDetermined } from '@carrara/contract/core/kinds';
import { valueText } from '@carrara/ui/value';
import { undoText } from '../../../record/run/undoText.ts';

const money = (text: string | null) => (text === null ? notDetermined : valueText('money', text));

type Totals = Pick<Distribution, 'currency' | 'reconciliation' | 'numberOfParticipants' | 'reversalOf'>;
type Asked = Totals & Pick<Distribution, 'name' | 'distributionDate'>;

/** Returns the totals for a confirmation about money, and for a reversal that it takes back a payment. */
export const totalOf = ({ currency, reconciliation, numberOfParticipants, reversalOf }: Totals) => {
  const unit = currency?.code ? `${currency.code} ` : '';
  const amounts = `gross ${unit}${money(reconciliation.grossCarryDistributed)}, net ${unit}${money(reconciliation.netCarryDistributed)}`;
  const payees = `${String(numberOfParticipants ?? notDetermined)} ${numberOfParticipants === 1 ? 'payee' : 'payees'}`;
  return reversalOf
    ? `the reversal of ${reversalOf.name}, which takes back a payment: ${amounts}, from ${payees}`
    : `${amounts}, to ${payees}`;
};

/** Returns the confirmation before a run is paid. If its date is in the future, the text starts with that. */
export function disbursalQuestion(distribution: Asked, today: string) {
  const { name, distributionDate } = distribution;
  const text = `Disburse ${totalOf(distribution)}? This posts the account entries. ${undoText(distribution)}`;
  if (distributionDate <= today) return { title: `Disburse ${name}`, text, confirmLabel: 'Disburse' };
  const ahead = `The distribution date, ${valueText('date', distributionDate)}, is in the future. The account entries take effect on that date.`;
  return {
    title: `Disburse ${name} before its date`,
    text: `${ahead} ${text}`,
    confirmLabel: 'Disburse anyway',
    danger: true,
  };
}
