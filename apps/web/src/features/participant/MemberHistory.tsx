import { lists } from 'virtual:contract/tables';
import { RecordTable } from '../../record/RecordTable.tsx';
import { disbursedFilter, disbursedQuery, ofDistribution } from '../../record/runLists.tsx';

export interface MemberHistoryProps {
  readonly entityId: string;
  readonly participantId: string;
  /** Called before a row leads to its distribution. */
  readonly onLeave: () => void;
}

const list = { ...lists.listMemberDistributions, operation: 'listMemberDistributions' } as const;
const filters = [disbursedFilter];

/** The rows of distributions that reached a member through an entity. */
export const MemberHistory = ({ entityId, participantId, onLeave }: MemberHistoryProps) => (
  <RecordTable
    list={list}
    params={{ id: entityId, participantId }}
    embedded
    ownState
    filters={filters}
    query={disbursedQuery}
    rowHref={ofDistribution}
    onOpen={(row) => {
      onLeave();
      window.location.assign(ofDistribution(row) ?? '');
    }}
  />
);
