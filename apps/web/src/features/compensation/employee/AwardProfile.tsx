import type { StateOf } from '@carrara/domain/kernel/lifecycle';
import type { lifecycles } from '@carrara/contract/lifecycles';
import type { Reference } from '@carrara/contract/core/kinds';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { MoveButtons, useOpenMoves } from '../../../record/Moves.tsx';
import { plainRecord } from '../../../record/plainRecord.ts';
import type { RecordDefinition, RecordValue } from '../../../record/recordDefinition.ts';
import { RecordProfile } from '../../../record/RecordProfile.tsx';
import { useToday } from '../../../session/useToday.ts';

const stateOf = (value: RecordValue) => (value['status'] as Reference).code as StateOf<typeof lifecycles.award>;
const awardRecord: RecordDefinition = {
  ...plainRecord('award'),
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
  const own = { payAward: { dialog: { initial: { payDate: value['payDate'] ?? today } } } };
  return (
    <MoveButtons of="award" record={{ id, rowVersion, name: awardRecord.nameOf(value) }} events={events} own={own} />
  );
}
