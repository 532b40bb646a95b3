import { allocationEvidenceEndpoints } from './allocationEvidence.ts';
import { allocationHistoryEndpoints } from './allocationHistory.ts';
import { allocationProfileEndpoints } from './allocationProfile.ts';
import { coinvestmentEndpoints } from './coinvestment.ts';
import { distributionEndpoints } from './distribution.ts';
import type { Endpoints } from './endpoint.ts';
import { entityMemberEndpoints } from './entityMember.ts';
import { fxEndpoints } from './fx.ts';
import { fundEndpoints } from './fund.ts';
import { groupEndpoints } from './group.ts';
import { investmentEndpoints } from './investment.ts';
import { participantEndpoints } from './participant.ts';
import { referenceEndpoints } from './reference.ts';
import { signinEndpoints } from './signin.ts';
import { taxProfileEndpoints } from './taxProfile.ts';
import { tenantEndpoints } from './tenant.ts';
import { trancheEndpoints } from './tranche.ts';
import { uploadEndpoints } from './upload.ts';
import { userEndpoints } from './user.ts';
import { vestingScheduleEndpoints } from './vestingSchedule.ts';
import { vintageEndpoints } from './vintage.ts';
import { noteEndpoints } from './note.ts';
import { documentEndpoints } from './document.ts';
import { activityEndpoints } from './activity.ts';
import { imageEndpoints } from './image.ts';
import { participantViewEndpoints } from './carryViews.ts';
import { containerAllocationEndpoints } from './containerAllocation.ts';
import { coinvestmentViewEndpoints, fundViewEndpoints, investmentViewEndpoints } from './containerViews.ts';
import { settingsEndpoints } from './settings.ts';
import { carryIndexEndpoints } from './carryIndexes.ts';

/** The whole contract, by concept. Adding a concept here is what makes the server serve it, and the web, the client and the CLI know it. */
export const contract = {
  signin: signinEndpoints,
  tenant: tenantEndpoints,
  user: userEndpoints,
  group: groupEndpoints,
  fund: fundEndpoints,
  coinvestment: coinvestmentEndpoints,
  investment: investmentEndpoints,
  tranche: trancheEndpoints,
  participant: participantEndpoints,
  vestingSchedule: vestingScheduleEndpoints,
  taxProfile: taxProfileEndpoints,
  allocationProfile: allocationProfileEndpoints,
  allocationHistory: allocationHistoryEndpoints,
  allocationEvidence: allocationEvidenceEndpoints,
  distribution: distributionEndpoints,
  upload: uploadEndpoints,
  reference: referenceEndpoints,
  fx: fxEndpoints,
  vintage: vintageEndpoints,
  note: noteEndpoints,
  document: documentEndpoints,
  activity: activityEndpoints,
  image: imageEndpoints,
  settings: settingsEndpoints,
  carryIndexes: carryIndexEndpoints,
  participantViews: participantViewEndpoints,
  entityMember: entityMemberEndpoints,
  fundViews: fundViewEndpoints,
  coinvestmentViews: coinvestmentViewEndpoints,
  investmentViews: investmentViewEndpoints,
  containerAllocation: containerAllocationEndpoints,
} as const satisfies Record<string, Endpoints>;

export type Contract = typeof contract;
