export { eligibleMemberList, memberCandidates } from './eligibleMembers.ts';
export { entityMembers } from './entityMembers.ts';
export { hasMemberMismatch } from './memberMismatch.ts';
export * from './memberSql.ts';
