import { allocationProfileLifecycle } from '@carrara/domain/carry/allocation/lifecycle';
import { distributionLifecycle } from '@carrara/domain/carry/distribution/lifecycle';
import { ledgerRunLifecycle } from '@carrara/domain/carry/ledgerRun/lifecycle';
import { realizationLifecycle } from '@carrara/domain/carry/realization/lifecycle';
import { taxProfileLifecycle } from '@carrara/domain/carry/tax/lifecycle';
import { awardLifecycle } from '@carrara/domain/compensation/award/lifecycle';
import { payAccessLifecycle } from '@carrara/domain/compensation/access/lifecycle';
import { payStatementLifecycle } from '@carrara/domain/compensation/statement/lifecycle';
import type { AnyLifecycle } from '@carrara/domain/kernel/lifecycle';
import { employeeLifecycle } from '@carrara/domain/people/participant/lifecycle';
import { approvalLifecycle } from '@carrara/domain/platform/approval/lifecycle';
import { dataTransferLifecycle } from '@carrara/domain/platform/dataTransfer/lifecycle';
import { tenantLinkLifecycle } from '@carrara/domain/platform/tenantLink/lifecycle';
import { uploadLifecycle } from '@carrara/domain/platform/upload/lifecycle';
import type { RecordTypeName } from './core/recordType.ts';

/** The lifecycles by kind of record. All texts of states, moves and buttons come from here. */
export const lifecycles = {
  distribution: distributionLifecycle,
  distributionApproval: approvalLifecycle,
  realization: realizationLifecycle,
  ledgerRun: ledgerRunLifecycle,
  allocationProfile: allocationProfileLifecycle,
  taxProfile: taxProfileLifecycle,
  employee: employeeLifecycle,
  upload: uploadLifecycle,
  tenantLinkRequest: tenantLinkLifecycle,
  tenantLinkDataTransferRequest: dataTransferLifecycle,
  payAccess: payAccessLifecycle,
  award: awardLifecycle,
  payStatement: payStatementLifecycle,
} as const satisfies Partial<Record<RecordTypeName, AnyLifecycle>>;

export type LifecycleName = keyof typeof lifecycles;

/** The text of a disbursed distribution with a disbursed reversal. */
export const reversedDistribution = `${lifecycles.distribution.states.DISB} · reversed`;

const all: Readonly<Record<LifecycleName, AnyLifecycle>> = lifecycles;
export const everyLifecycle = Object.entries(all) as readonly (readonly [
  type: LifecycleName,
  lifecycle: AnyLifecycle,
])[];
export const findLifecycle = (type: LifecycleName): AnyLifecycle => all[type];

/** Returns the states of a kind of record as options, in display order. */
export const statusOptions = (type: LifecycleName) =>
  Object.entries(all[type].states).map(([code, description]) => ({ code, description }));

/** Returns the codes of a lifecycle's states, for a validator. */
export const statusCodes = <T extends LifecycleName>(type: T) =>
  Object.keys(all[type].states) as [keyof (typeof lifecycles)[T]['states'] & string];
