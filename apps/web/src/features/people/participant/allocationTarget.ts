import type { RecordValue } from '../../../record/recordDefinition.ts';

/** Returns the address of the allocation profiles of an allocation's source, as the specification spells it. */
export function allocationTarget({ sourceType, sourceId, targetId, investmentId }: RecordValue): string | undefined {
  switch (sourceType) {
    case 'fund':
    case 'coinvestment':
    case 'vintage':
      return `#/carry/${sourceType}/${String(sourceId)}/profile/allocation/`;
    case 'investment':
      return `#/carry/investment/${String(investmentId)}/profile/allocation/${String(targetId)}`;
    case 'tranche':
      return `#/carry/investment/${String(investmentId)}/tranche/${String(targetId)}/profile/`;
    default:
      return undefined;
  }
}
