export { eligibleMemberList, memberCandidates } from './eligibleMembers.ts';
export { entityMembers } from './entityMembers.ts';
export { hasMemberMismatch, mismatchOf } from './mismatch.ts';
export { memberTree } from './memberTree.ts';
