import { err, type Failure, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import type { EventOf, StateOf } from '../../kernel/lifecycle/index.ts';
import { hasVisible } from '../../kernel/plainText/index.ts';
import { tenantLinkLifecycle } from './lifecycle.ts';

/** One side's subject of a link: an LP tenant names the firm that manages its money; a firm names its investors. */
export interface LinkSubject {
  readonly firmId: string | null;
  readonly investorIds: readonly string[];
}

const noFirm = fail('REQUIRED', ['firm'], 'Please select the firm you would like to create a link for.');
const noInvestor = fail('REQUIRED', ['investors'], 'Please select at least one investor to create a link for.');

/**
 * Checks the subject of a link. Fails: REQUIRED for an LP tenant without a firm, or another one without an investor; FIELD_NOT_OF_TYPE for a field of
 * the other side.
 */
export function subjectFailures(isLpTenant: boolean, { firmId, investorIds }: LinkSubject): Failures {
  const failures: Failure[] = [];
  if (isLpTenant && firmId === null) failures.push(noFirm);
  if (!isLpTenant && investorIds.length === 0) failures.push(noInvestor);
  if (isLpTenant && investorIds.length > 0)
    failures.push(
      fail(
        'FIELD_NOT_OF_TYPE',
        ['investors'],
        'Leave the investors empty. The firm that they invest with chooses them.',
      ),
    );
  if (!isLpTenant && firmId !== null)
    failures.push(fail('FIELD_NOT_OF_TYPE', ['firm'], 'Leave the firm empty. The investor’s tenant chooses it.'));
  return failures;
}

/** The parts of a link that a move depends on. */
export interface MovedLink {
  readonly status: StateOf<typeof tenantLinkLifecycle>;
  /** True if this tenant requested it. */
  readonly isOurs: boolean;
}

/**
 * Returns the state after a move.
 *
 * Fails: WRONG_STATE; OWN_REQUEST if the requesting side tries to answer; COMMENT_REQUIRED for a rejection without one.
 */
export function moveLink(
  { status, isOurs }: MovedLink,
  event: EventOf<typeof tenantLinkLifecycle>,
  comments: string | null,
): Result<StateOf<typeof tenantLinkLifecycle>, Failures> {
  if (isOurs && event !== 'removeTenantLinkRequest')
    return err([fail('OWN_REQUEST', ['id'], 'Only the other firm can answer this request.')]);
  if (event === 'rejectTenantLinkRequest' && !hasVisible(comments))
    return err([fail('COMMENT_REQUIRED', ['comments'], 'Enter a comment that says why you are rejecting it.')]);
  const moved = tenantLinkLifecycle.apply(status, event);
  return moved.isErr() ? err([moved.error]) : ok(moved.value);
}
