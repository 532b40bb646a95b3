import {
  lockPolicy,
  type PolicyToStore,
  removePolicy,
  storePolicy,
} from '@carrara/adapters/postgres/carry/approvalPolicy/policies';
import {
  lockSubstitution,
  lockSubstitutions,
  removeSubstitution,
  storeSubstitution,
} from '@carrara/adapters/postgres/carry/approvalPolicy/substitutes';
import { approverCandidates } from '@carrara/adapters/postgres/carry/approvalPolicy/approvers';
import { readableFailures } from '@carrara/adapters/postgres/carry/run/labels';
import { activeCurrencies } from '@carrara/adapters/postgres/platform/fx/latestRates';
import { notify } from '@carrara/adapters/postgres/platform/inbox/notifications';
import { policyFailures, substituteFailures } from '@carrara/domain/carry/approvalPolicy';
import { displayedDate, err, fail, ok } from '@carrara/domain/kernel';
import type { RequestContext } from '../../core/operations.ts';
import { type Outcome, recordNotFound, staleVersion } from '../outcome.ts';

interface Versioned {
  readonly rowVersion?: number | null | undefined;
}

const candidateIds = async ({ tx }: RequestContext): Promise<ReadonlySet<string>> =>
  new Set((await approverCandidates(tx)).map(({ id }) => id));

/** Returns an error if the version that a person edited is missing or isn't the stored one. */
function versionError(stored: number, { rowVersion }: Versioned) {
  if (rowVersion == null)
    return err([fail('ROW_VERSION_REQUIRED', ['rowVersion'], 'State the version that you edited.')]);
  return rowVersion === stored ? undefined : staleVersion();
}

/** Stores an approval policy. Submitted distributions keep the rule of their submission. Fails: NOT_FOUND, STALE_VERSION, UNKNOWN_CURRENCY, and those of `policyFailures`. */
export async function saveApprovalPolicy(context: RequestContext, policy: PolicyToStore & Versioned): Outcome {
  const { tx } = context;
  if (policy.id !== undefined) {
    const stored = await lockPolicy(tx, policy.id);
    if (stored === undefined) return recordNotFound('approval policy');
    const refused = versionError(stored, policy);
    if (refused) return refused;
  }
  const isCurrency = (await activeCurrencies(tx)).some(({ id }) => id === policy.currencyId);
  const failures = [
    ...(isCurrency ? [] : [fail('UNKNOWN_CURRENCY', ['currency'], 'Choose an active currency.')]),
    ...policyFailures(policy.bands, await candidateIds(context)),
  ];
  return failures.length > 0 ? err(await readableFailures(tx, failures)) : ok(await storePolicy(tx, policy));
}

/** Deletes an approval policy. Fails: NOT_FOUND, STALE_VERSION. */
export async function deleteApprovalPolicy({ tx }: RequestContext, id: string, { rowVersion }: Versioned): Outcome {
  const stored = await lockPolicy(tx, id);
  if (stored === undefined) return recordNotFound('approval policy');
  if (rowVersion != null && rowVersion !== stored) return staleVersion();
  await removePolicy(tx, id);
  return ok(id);
}

export interface SubstituteToSave extends Versioned {
  readonly id?: string | undefined;
  readonly substituteId: string;
  readonly fromDate: string;
  readonly toDate: string;
}

/** Names the signed-in person's substitute, or changes the dates. Fails: NOT_FOUND, STALE_VERSION, and those of `substituteFailures`. */
export async function saveApprovalSubstitute(context: RequestContext, request: SubstituteToSave): Outcome {
  const { tx, person, today } = context;
  const { id, substituteId, fromDate, toDate } = request;
  const others = await lockSubstitutions(tx, [person.id, substituteId]);
  const before = id === undefined ? undefined : await lockSubstitution(tx, id);
  if (id !== undefined && before?.personId !== person.id) return recordNotFound('substitute');
  const refused = before && versionError(before.rowVersion, request);
  if (refused) return refused;
  const named = { personId: person.id, substituteId, fromDate, toDate };
  const failures = substituteFailures({ id: id ?? '', ...named }, others, await candidateIds(context), today);
  if (failures.length > 0) return err(failures);
  const stored = await storeSubstitution(tx, { id, ...named }, before);
  await notify(tx, {
    person: substituteId,
    kind: 'approval',
    subject: `${person.name} named you as substitute approver from ${displayedDate(fromDate)} to ${displayedDate(toDate)}.`,
    link: '/carry/home',
  });
  return ok(stored);
}

/** Removes one of the signed-in person's substitutes. Their decisions stay. Fails: NOT_FOUND, STALE_VERSION. */
export async function deleteApprovalSubstitute(
  { tx, person }: RequestContext,
  id: string,
  { rowVersion }: Versioned,
): Outcome {
  const stored = await lockSubstitution(tx, id);
  if (stored?.personId !== person.id) return recordNotFound('substitute');
  if (rowVersion != null && rowVersion !== stored.rowVersion) return staleVersion();
  await removeSubstitution(tx, stored);
  return ok(id);
}
