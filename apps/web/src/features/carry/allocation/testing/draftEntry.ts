import type { DraftEntry } from '../draft.ts';

export const principal = { id: 'c1', code: 'P', description: 'Principal' };
const cliff = { id: 's1', name: 'Five years, yearly cliff' };

/** Builds an entry for stories and tests: an active employee without a rate, apart from the given overrides. */
export const draftEntry = (at: number, overrides: Partial<DraftEntry>): DraftEntry => ({
  id: null,
  participantId: `participant-${String(at)}`,
  type: 'Employee',
  entityId: null,
  name: `Participant ${String(at)}`,
  businessTitle: 'Principal',
  status: 'Active',
  predilute: null,
  fixed: null,
  discretionary: null,
  shares: null,
  participantClass: principal,
  vestingSchedule: cliff,
  profile: null,
  memberMismatch: false,
  originalMembers: [],
  currentMembers: [],
  ...overrides,
});
