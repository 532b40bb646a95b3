import type { StateOf } from '@carrara/domain/kernel/lifecycle';
import type { lifecycles } from '@carrara/contract/lifecycles';
import type { Reference } from '@carrara/contract/core/kinds';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { records } from 'virtual:contract/tables';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { MoveButtons, useOpenMoves } from '../../../record/profile/Moves.tsx';
import { plainRecord } from '../../../record/plainRecord.ts';
import type { RecordDefinition, RecordValue } from '../../../record/recordDefinition.ts';
import { RecordProfile } from '../../../record/profile/RecordProfile.tsx';
import { useToday } from '../../../session/useToday.ts';
import { awardFields } from './awardFields.ts';
import { PayEditor, PayList } from './PayScreens.tsx';

const stateOf = (value: RecordValue) => (value['status'] as Reference).code as StateOf<typeof lifecycles.award>;
const awardRecord: RecordDefinition = {
  ...plainRecord('award', records.award),
  // One person can have many awards. Amount, year and kind tell which one is paid, canceled or reversed.
  nameOf: ({ name, performanceYear, payType, amount, currency }) =>
    `${String(name)}, ${valueText('reference', payType)} ${String(performanceYear)}, ${valueText('money', amount)} ${(currency as Reference).code ?? ''}`,
  status: 'status',
  isEditable: (value) => stateOf(value) === 'AWARDED',
};

const enteredRecord = { ...awardRecord, fields: awardFields };

/** The awards of all employees whose pay the person can see. */
export const List = () => <PayList record={awardRecord} />;

/** Adds or edits an award. */
export function Editor() {
  const today = useToday();
  return <PayEditor record={enteredRecord} defaultsOf={({ currency }) => ({ currency, awardDate: today })} />;
}

/** The page of an award, which can be paid, canceled or reversed here. It can be edited only while it is still a decision. */
export function Profile({ screen }: ScreenProps) {
  return <RecordProfile record={awardRecord} screen={screen} moreActions={(value) => <Moves value={value} />} />;
}

function Moves({ value }: { readonly value: RecordValue }) {
  const { id, rowVersion } = value;
  const today = useToday();
  const events = useOpenMoves('award', stateOf(value)).filter((event) => event !== 'deleteAward');
  const planned = value['payDate'] as string | null;
  // The pay date can't be in the future, so a planned date that is still to come is replaced by today.
  const payDate = planned !== null && planned <= today ? planned : today;
  const own = { payAward: { dialog: { initial: { payDate } } } };
  return (
    <MoveButtons
      lifecycle="award"
      record={{ id, rowVersion, name: awardRecord.nameOf(value) }}
      events={events}
      own={own}
    />
  );
}
