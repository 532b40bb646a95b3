import type { EntityMember } from '@carrara/contract/carry/entityMember';
import { DialogFrame, openDialog } from '@carrara/ui/feedback';
import { MemberHistory } from './MemberHistory.tsx';

export interface MemberSummaryOptions {
  readonly entity: { readonly id: string; readonly name: string };
  readonly member: EntityMember;
}

/** Opens a dialog with all amounts that a member has received through an entity, by distribution and source. */
export const showMemberSummary = ({ entity, member }: MemberSummaryOptions): Promise<void> =>
  openDialog<void>((close) => (
    <DialogFrame title={`${member.name} through ${entity.name}`} size="wide" onClose={() => close()}>
      <MemberHistory entityId={entity.id} participantId={member.participantId} onLeave={() => close()} />
    </DialogFrame>
  ));
