import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { RecordProfile } from '../../../record/profile/RecordProfile.tsx';
import { EntityMismatch } from './EntityMismatch.tsx';
import { entityRecord } from './participantRecords.ts';

/** The page of an entity. It warns if its members no longer match the allocation profiles. */
export const EntityProfile = ({ screen }: ScreenProps) => (
  <RecordProfile
    record={entityRecord}
    screen={screen}
    notice={({ id, name }) => <EntityMismatch id={id} name={String(name)} />}
  />
);
