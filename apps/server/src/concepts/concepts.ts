import type { ServedOperations } from '../composition.ts';
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
import type { UploadPorts } from './upload.ts';
import { userOperations } from './user.ts';

export interface ConceptPorts extends SigninPorts, TenantPorts, UploadPorts {}

/** The operations of every concept; a record's are a few lines of data in its own file. */
export function conceptOperations(ports: ConceptPorts): ServedOperations {
  return {
    signin: signinOperations(ports),
    tenant: tenantOperations(ports),
    user: userOperations(ports),
    group: groupOperations(ports.onSessionEnded),
    fund: fundOperations,
    vestingSchedule: vestingScheduleOperations,
    tranche: trancheOperations,
    taxProfile: taxProfileOperations,
    reference: referenceOperations,
    participant: participantOperations,
    investment: investmentOperations,
    coinvestment: coinvestmentOperations,
  };
}
