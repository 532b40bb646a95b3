import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { notDetermined } from '@carrara/contract/core/kinds';
import { valueText } from '@carrara/ui/value';

const money = (text: string | null) => (text === null ? notDetermined : valueText('money', text));

type Asked = Pick<Distribution, 'name' | 'distributionDate' | 'currency' | 'reconciliation' | 'numberOfParticipants'>;

/** Returns the totals for a confirmation about money. */
export const totalOf = ({ currency, reconciliation, numberOfParticipants }: Asked) => {
  const unit = currency?.code ? `${currency.code} ` : '';
  return `gross ${unit}${money(reconciliation.grossCarryDistributed)}, net ${unit}${money(reconciliation.netCarryDistributed)}, to ${String(numberOfParticipants ?? notDetermined)} ${numberOfParticipants === 1 ? 'payee' : 'payees'}`;
};

/** Returns the confirmation before a run is paid. If its date is in the future, the text starts with that. */
export function disbursalQuestion(distribution: Asked, today: string) {
  const { name, distributionDate } = distribution;
  const text = `Disburse ${totalOf(distribution)}? It posts the account entries; from then on it can be undone by a reversal only.`;
  if (distributionDate <= today) return { title: `Disburse ${name}`, text, confirmLabel: 'Disburse' };
  const ahead = `The day of this distribution, ${valueText('date', distributionDate)}, is in the future. Its entries count from that day.`;
  return {
    title: `Disburse ${name} before its day`,
    text: `${ahead} ${text}`,
    confirmLabel: 'Disburse anyway',
    danger: true,
  };
}
