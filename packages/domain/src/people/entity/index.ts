export { checkMembers, type MemberCandidate } from './membership.ts';
