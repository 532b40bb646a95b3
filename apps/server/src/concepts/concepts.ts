import type { ServedOperations } from '../composition.ts';
import { allocationEvidenceOperations } from './allocationEvidence.ts';
import { allocationHistoryOperations } from './allocationProfileHistory.ts';
import { allocationProfileOperations, storeAllocationProfile } from './allocationProfile.ts';
import { distributionOperations } from './distribution.ts';
import { entityMemberOperations } from './entityMember.ts';
import { fxOperations } from './fx.ts';
import { fundOperations } from './fund.ts';
import { vestingScheduleOperations } from './vestingSchedule.ts';
import { trancheOperations } from './tranche.ts';
import { taxProfileOperations } from './taxProfile.ts';
import { referenceOperations } from './reference.ts';
import { participantOperations } from './participant.ts';
import { investmentOperations } from './investment.ts';
import { coinvestmentOperations } from './coinvestment.ts';
import { groupOperations } from './group.ts';
import { type SigninPorts, signinOperations } from './signin.ts';
import { type TenantPorts, tenantOperations } from './tenant.ts';
import { type UploadPorts, uploadOperations } from './upload.ts';
import { userOperations } from './user.ts';
import { activityOperations } from './activity.ts';
import { type DocumentPorts, documentOperations } from './document.ts';
import { imageOperations } from './image.ts';
import { noteOperations } from './note.ts';
import { participantViewOperations } from './participantViews.ts';
import { carryIndexOperations } from './carryIndexes.ts';
import { settingsOperations } from './settings.ts';
import { vintageOperations } from './vintage.ts';
import { coinvestmentViewOperations } from './coinvestmentViews.ts';
import { containerAllocationOperations } from './containerAllocation.ts';
import { fundViewOperations } from './fundViews.ts';
import { investmentViewOperations } from './investmentViews.ts';

export interface ConceptPorts extends SigninPorts, TenantPorts, UploadPorts, DocumentPorts {}

/** The operations of every concept; a record's are a few lines of data in its own file. */
export function conceptOperations(ports: ConceptPorts): ServedOperations {
  return {
    signin: signinOperations(ports),
    tenant: tenantOperations(ports),
    user: userOperations(ports),
    group: groupOperations(ports.onSessionEnded),
    fund: fundOperations,
    allocationProfile: allocationProfileOperations,
    allocationHistory: allocationHistoryOperations,
    allocationEvidence: allocationEvidenceOperations,
    distribution: distributionOperations,
    vestingSchedule: vestingScheduleOperations,
    tranche: trancheOperations,
    taxProfile: taxProfileOperations,
    reference: referenceOperations,
    fx: fxOperations,
    participant: participantOperations,
    investment: investmentOperations,
    coinvestment: coinvestmentOperations,
    vintage: vintageOperations,
    note: noteOperations,
    document: documentOperations(ports),
    activity: activityOperations,
    image: imageOperations,
    settings: settingsOperations,
    carryIndexes: carryIndexOperations,
    participantViews: participantViewOperations,
    entityMember: entityMemberOperations,
    fundViews: fundViewOperations,
    coinvestmentViews: coinvestmentViewOperations,
    investmentViews: investmentViewOperations,
    containerAllocation: containerAllocationOperations,
    upload: uploadOperations({
      ...ports,
      storeProfile: storeAllocationProfile,
      saveDistribution: distributionOperations.saveDistribution,
    }),
  };
}
