import { err, type Failure, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import { type LinkSubject, subjectFailures } from './tenantLink.ts';

interface Identified {
  readonly id: string;
}

/** The tenant that a request names: by id, or by its whole name. */
interface NamedTarget {
  readonly id: string | null;
  readonly name: string | null;
}

/** Decides which tenant a request goes to. Fails: REQUIRED, also if several tenants have the name; NOT_FOUND. */
export function decideLinkTarget<T extends Identified & { readonly name: string }>(
  { id, name }: NamedTarget,
  targets: readonly T[],
): Result<T, Failures> {
  const refuse = (code: 'REQUIRED' | 'NOT_FOUND', text: string) => err([fail(code, ['targetTenantId'], text)]);
  if (id === null && !name) return refuse('REQUIRED', 'Please select a tenant to link to.');
  const named = targets.filter((candidate) => (id === null ? candidate.name === name : candidate.id === id));
  if (named.length > 1) return refuse('REQUIRED', `Several tenants are named ${name ?? ''}. Select one.`);
  const [target] = named;
  return target ? ok(target) : refuse('NOT_FOUND', 'There is no such tenant to link to.');
}

/**
 * Decides on the records of this tenant that a link will be about. `free` are those without an open or accepted link; `linked` has the other tenant
 * of the link of each that has one.
 *
 * Fails: REQUIRED and FIELD_NOT_OF_TYPE by the kind of tenant; NOT_FOUND; ALREADY_LINKED.
 */
export function decideLinkSubject<T extends Identified>(
  isLpTenant: boolean,
  { firmId, investorIds }: LinkSubject,
  free: readonly T[],
  linked: ReadonlyMap<string, string>,
): Result<{ readonly firm: T | undefined; readonly investors: readonly T[] }, Failures> {
  const wrong = subjectFailures(isLpTenant, { firmId, investorIds });
  if (wrong.length > 0) return err(wrong);
  const failures: Failure[] = [];
  const chosen = (id: string, field: 'firm' | 'investors', at: readonly number[]): T | undefined => {
    const found = free.find((target) => target.id === id);
    if (found) return found;
    const tenant = linked.get(id);
    failures.push(
      tenant === undefined
        ? fail('NOT_FOUND', [field, ...at], field === 'firm' ? 'There is no such firm.' : 'There is no such investor.')
        : fail('ALREADY_LINKED', [field, ...at], `There is already a link to ${tenant}, or a request for one.`),
    );
    return undefined;
  };
  const firm = firmId === null ? undefined : chosen(firmId, 'firm', []);
  const investors = investorIds.flatMap((id, at) => chosen(id, 'investors', [at]) ?? []);
  return failures.length > 0 ? err(failures) : ok({ firm, investors });
}
