import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { useRead } from '../../../api/calls.ts';
import type { PortalHome } from './portalHome.ts';

type Holder = PortalHome['holders'][number];

/** Tells a holder who has left the leaving date and the carry that is not vested. */
export function LeavingNote({ holder }: { readonly holder: Holder | undefined }) {
  return holder?.leavingDate ? <Note holder={holder.holder} leavingDate={holder.leavingDate} /> : null;
}

function Note({ holder, leavingDate }: { readonly holder: Holder['holder']; readonly leavingDate: string }) {
  const { data } = useRead('getPortalVesting', { query: { holder } });
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
