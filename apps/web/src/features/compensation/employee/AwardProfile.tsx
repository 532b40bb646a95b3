import type { StateOf } from '@carrara/domain/kernel/lifecycle';
import type { lifecycles } from '@carrara/contract/lifecycles';
import type { Reference } from '@carrara/contract/core/kinds';
import { valueText } from '@carrara/ui/value';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { MoveButtons, useOpenMoves } from '../../../record/Moves.tsx';
import { plainRecord } from '../../../record/plainRecord.ts';
import type { RecordDefinition, RecordValue } from '../../../record/recordDefinition.ts';
import { RecordProfile } from '../../../record/RecordProfile.tsx';
import { useToday } from '../../../session/useToday.ts';

const stateOf = (value: RecordValue) => (value['status'] as Reference).code as StateOf<typeof lifecycles.award>;
const awardRecord: RecordDefinition = {
  ...plainRecord('award'),
  // One person has many: amount, year and kind tell which is paid, cancelled or taken back.
  nameOf: ({ name, performanceYear, payType, amount, currency }) =>
    `${String(name)}, ${valueText('reference', payType)} ${String(performanceYear)}, ${valueText('money', amount)} ${(currency as Reference).code ?? ''}`,
  status: 'status',
  isEditable: (value) => stateOf(value) === 'AWARDED',
};

/** An award, which is paid, cancelled or taken back here; once it is no longer only decided it is not edited. */
export function Profile({ screen }: ScreenProps) {
  return <RecordProfile record={awardRecord} screen={screen} moreActions={(value) => <Moves value={value} />} />;
}

function Moves({ value }: { readonly value: RecordValue }) {
  const { id, rowVersion } = value;
  const today = useToday();
  const events = useOpenMoves('award', stateOf(value)).filter((event) => event !== 'deleteAward');
  const planned = value['payDate'] as string | null;
  // What was planned for a day to come is paid before it, or not yet.
  const payDate = planned !== null && planned <= today ? planned : today;
  const own = { payAward: { dialog: { initial: { payDate } } } };
  return (
    <MoveButtons of="award" record={{ id, rowVersion, name: awardRecord.nameOf(value) }} events={events} own={own} />
  );
}
