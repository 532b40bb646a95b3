import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { skipToken, useRead } from '../../../api/calls.ts';
import type { PortalHome } from './portalHome.ts';

/** Tells a holder who has left the leaving date and the carry that is not vested. */
export function LeavingNote({ holder }: { readonly holder: PortalHome['holders'][number] | undefined }) {
  const leavingDate = holder?.leavingDate;
  const { data } = useRead('getPortalVesting', leavingDate ? { query: { holder: holder.holder } } : skipToken);
  if (!leavingDate) return null;
  const unvested = (data?.byCurrency ?? []).map(
    ({ currency, forfeitedCarryAmount }) =>
      `${valueText('money', forfeitedCarryAmount)}${currency ? ` ${currency}` : ''}`,
  );
  return (
    <p>
      You left on {formatDate(leavingDate)}. Your carry doesn’t vest after that day.
      {unvested.length > 0 ? ` Not vested: ${unvested.join(', ')}.` : ''}
    </p>
  );
}
