import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { useRead } from '../../../api/calls.ts';
import type { PortalHome } from './portalHome.ts';

type Holder = PortalHome['holders'][number];

/** Tells a holder who has left the leaving date and the carry that is not vested. */
export function LeavingNote({ holder }: { readonly holder: Holder | undefined }) {
  return holder?.leavingDate ? (
    <Note holder={holder.holder} text={leavingText(holder.leavingDate, holder.rehireDate)} />
  ) : null;
}

/** Says when the person left and when they return, if that is planned. */
export const leavingText = (leavingDate: string, rehireDate: string | null) =>
  rehireDate
    ? `You left on ${formatDate(leavingDate)} and return on ${formatDate(rehireDate)}. Your carry doesn’t vest until you return.`
    : `You left on ${formatDate(leavingDate)}. Your carry doesn’t vest after that day.`;

function Note({ holder, text }: { readonly holder: Holder['holder']; readonly text: string }) {
  const { data } = useRead('getPortalVesting', { query: { holder } });
  const unvested = (data?.byCurrency ?? []).map(
    ({ currency, forfeitedCarryAmount }) =>
      `${valueText('money', forfeitedCarryAmount)}${currency ? ` ${currency}` : ''}`,
  );
  return (
    <p>
      {text}
      {unvested.length > 0 ? ` Not vested: ${unvested.join(', ')}.` : ''}
    </p>
  );
}
