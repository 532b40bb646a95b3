import { err, type Failure, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import type { EventOf, StateOf } from '../../kernel/lifecycle/index.ts';
import { tenantLinkLifecycle } from './lifecycle.ts';

/** What one side says a link is about: an LP tenant the firm that manages its money, the firm its investors. */
export interface LinkSubject {
  readonly firmId: string | null;
  readonly investorIds: readonly string[];
}

const noFirm = fail('REQUIRED', ['firm'], 'Please select the firm you would like to create a link for.');
const noInvestor = fail('REQUIRED', ['investors'], 'Please select at least one investor to create a link for.');

/** Fails: REQUIRED for an LP tenant without a firm, for another one without an investor; FIELD_NOT_OF_TYPE for what the other side chooses. */
export function subjectFailures(isLpTenant: boolean, { firmId, investorIds }: LinkSubject): Failures {
  const failures: Failure[] = [];
  if (isLpTenant && firmId === null) failures.push(noFirm);
  if (!isLpTenant && investorIds.length === 0) failures.push(noInvestor);
  if (isLpTenant && investorIds.length > 0)
    failures.push(
      fail('FIELD_NOT_OF_TYPE', ['investors'], 'The investors are chosen by the firm that they invest with.'),
    );
  if (!isLpTenant && firmId !== null)
    failures.push(fail('FIELD_NOT_OF_TYPE', ['firm'], 'The firm is chosen by the tenant of the investor.'));
  return failures;
}

/** A link as far as a move depends on it. */
export interface MovedLink {
  readonly status: StateOf<typeof tenantLinkLifecycle>;
  /** This tenant asked for it. */
  readonly isOurs: boolean;
}

/**
 * The state after a move.
 *
 * Fails: WRONG_STATE; OWN_REQUEST when whoever asked wants to answer; COMMENT_REQUIRED for a rejection without one.
 */
export function moveLink(
  { status, isOurs }: MovedLink,
  event: EventOf<typeof tenantLinkLifecycle>,
  comments: string | null,
): Result<StateOf<typeof tenantLinkLifecycle>, Failures> {
  if (isOurs && event !== 'removeTenantLinkRequest')
    return err([fail('OWN_REQUEST', ['id'], 'The other firm answers this request.')]);
  if (event === 'rejectTenantLinkRequest' && !comments)
    return err([fail('COMMENT_REQUIRED', ['comments'], 'Please say why it is rejected.')]);
  const moved = tenantLinkLifecycle.apply(status, event);
  return moved.isErr() ? err([moved.error]) : ok(moved.value);
}

const events = Object.keys(tenantLinkLifecycle.events) as EventOf<typeof tenantLinkLifecycle>[];

/** The moves that this side may make now. */
export const linkMoves = ({ status, isOurs }: MovedLink): readonly EventOf<typeof tenantLinkLifecycle>[] =>
  events.filter(
    (event) => tenantLinkLifecycle.canApply(status, event) && (!isOurs || event === 'removeTenantLinkRequest'),
  );
