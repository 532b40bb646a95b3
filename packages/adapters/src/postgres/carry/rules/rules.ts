import { type TaxProfile, taxProfileFields } from '@carrara/contract/carry/participant/taxProfile';
import { type VestingSchedule, vestingScheduleFields } from '@carrara/contract/carry/vesting/vestingSchedule';
import { defineRecord } from '../../engine/records/recordStore.ts';

type Row = VestingSchedule['details'][number] & { readonly id: string };
type StoredSchedule = Omit<VestingSchedule, 'details' | 'numberOfEntries' | 'canDelete'> & { details: Row[] };

/** Stores of the records that determine how carry is allocated and taxed. */
export const vestingScheduleStore = defineRecord<StoredSchedule>({
  objectType: 'vestingSchedule',
  table: 'vesting_schedule',
  fields: vestingScheduleFields,
  children: {
    details: {
      table: 'vesting_schedule_row',
      owner: 'vesting_schedule_id',
      ordered: true,
      fields: { periodStart: { kind: 'count' }, periodEnd: { kind: 'count' }, vestedPercentage: { kind: 'percent' } },
    },
  },
});

export const taxProfileStore = defineRecord<Omit<TaxProfile, 'numberOfAssignments'>>({
  objectType: 'taxProfile',
  table: 'tax_profile',
  fields: taxProfileFields,
  children: {
    taxProfileRates: {
      table: 'tax_profile_rate',
      owner: 'tax_profile_id',
      ownerField: 'taxProfileId',
      ordered: true,
      fields: {
        name: { kind: 'text' },
        taxCharacterizationId: { kind: 'id' },
        taxRate: { kind: 'percent' },
        isInactive: { kind: 'boolean' },
      },
    },
  },
});

/** Assignment of a tax profile to a participant, to a source, or to all sources. */
export const taxProfileAssignmentStore = defineRecord({
  objectType: 'taxProfileAssignment',
  linkType: 'SourceTaxProfile',
  table: 'tax_profile_assignment',
  fields: {},
  links: {
    taxProfile: { kind: 'reference', target: 'taxProfile' },
    targetType: { kind: 'code' },
    participant: { kind: 'reference', target: 'participant' },
    container: { kind: 'reference', target: 'container' },
    investment: { kind: 'reference', target: 'investment' },
  },
});

export const allocationProfileStore = defineRecord({
  objectType: 'allocationProfile',
  table: 'allocation_profile',
  fields: {
    name: { kind: 'text', title: 'Name' },
    description: { kind: 'longText', title: 'Description' },
    effectiveDate: { kind: 'date', title: 'Effective date' },
    isCurrent: { kind: 'boolean', title: 'Default profile' },
    isShareBased: { kind: 'boolean', title: 'Share based' },
  },
  links: {
    container: { kind: 'reference', target: 'container' },
    version: { kind: 'count' },
    revision: { kind: 'count' },
    isValid: { kind: 'boolean' },
    totalShares: { kind: 'shares' },
    totalEffective: { kind: 'percent' },
    copiedFromId: { kind: 'id' },
    lockedAt: { kind: 'instant' },
  },
  children: {
    entries: {
      table: 'allocation_entry',
      owner: 'allocation_profile_id',
      ordered: true,
      fields: {
        participantId: { kind: 'id' },
        predilute: { kind: 'percent' },
        fixed: { kind: 'percent' },
        discretionary: { kind: 'percent' },
        shares: { kind: 'shares' },
        effective: { kind: 'percent' },
        participantClass: { kind: 'reference', target: 'reference:participant-class' },
        vestingSchedule: { kind: 'reference', target: 'vestingSchedule' },
        memberProfile: { kind: 'reference', target: 'allocationProfile' },
        memberMismatch: { kind: 'boolean' },
        settledMembers: { kind: 'text' },
      },
    },
  },
});
