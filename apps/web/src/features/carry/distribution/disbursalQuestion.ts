import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { notDetermined } from '@carrara/contract/core/kinds';
import { valueText } from '@carrara/ui/value';
import { undoText } from '../../../record/run/undoText.ts';

const money = (text: string | null) => (text === null ? notDetermined : valueText('money', text));

type Totals = Pick<Distribution, 'currency' | 'reconciliation' | 'numberOfParticipants'>;
type Asked = Totals & Pick<Distribution, 'name' | 'distributionDate' | 'reversalOf'>;

/** Returns the totals for a confirmation about money. */
export const totalOf = ({ currency, reconciliation, numberOfParticipants }: Totals) => {
  const unit = currency?.code ? `${currency.code} ` : '';
  return `gross ${unit}${money(reconciliation.grossCarryDistributed)}, net ${unit}${money(reconciliation.netCarryDistributed)}, to ${String(numberOfParticipants ?? notDetermined)} ${numberOfParticipants === 1 ? 'payee' : 'payees'}`;
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
