import { type CalendarDate, err, type Failures, fail, ok, type Result, displayedDate } from '../../kernel/index.ts';
import type { StateOf } from '../../kernel/lifecycle/index.ts';
import { hasVisible } from '../../kernel/plainText/index.ts';
import { dataTransferLifecycle } from './lifecycle.ts';
import { type TransferPackage, undoFailures } from './transferPackage.ts';

/** The side whose data counts in a conflict. */
export type TransferChoice = 'THEIRS' | 'MINE';

/** A choice between the two sides of a conflict. */
export interface TransferResolution {
  readonly fundId: string;
  readonly field: string;
  readonly choice: TransferChoice;
}

type TransferStatus = StateOf<typeof dataTransferLifecycle>;

/** Decides over which link an investor's figures are sent: the accepted one that names the investor. Fails: NOT_LINKED. */
export function decideTransferLink<L extends { readonly investors: readonly { readonly id: string }[] }>(
  links: readonly L[],
  statusOf: (link: L) => string,
  investorId: string,
): Result<{ readonly link: L; readonly investor: L['investors'][number] }, Failures> {
  const link = links.find((candidate) => statusOf(candidate) === 'ACCEPT');
  const investor = link?.investors.find(({ id }) => id === investorId);
  return link && investor
    ? ok({ link, investor })
    : err([fail('NOT_LINKED', ['investorId'], 'This investor is not linked to another tenant.')]);
}

/** The reason for transfers that fail because their link was removed. */
export const transferLinkRemoved = 'The link was removed.';

/** Decides whether the package of a transfer can enter the books. The error is the reason why the transfer fails: it was altered, or its link was removed. */
export function decideArrival(
  sent: Result<TransferPackage, Failures>,
  isLinked: boolean,
): Result<TransferPackage, string | null> {
  if (sent.isErr()) return err(sent.error[0]?.detail ?? null);
  return isLinked ? ok(sent.value) : err(transferLinkRemoved);
}

/** Checks that this tenant can answer a transfer, in the version that a person saw. Fails: OWN_REQUEST, STALE_VERSION. */
export function transferAnswerFailures(
  { isOurs, rowVersion }: { readonly isOurs: boolean; readonly rowVersion: number },
  expectedVersion: number | null | undefined,
): Failures {
  if (isOurs) return [fail('OWN_REQUEST', ['id'], 'Only the receiving tenant can answer a transfer.')];
  return expectedVersion != null && expectedVersion !== rowVersion ? [fail('STALE_VERSION', ['rowVersion'], '')] : [];
}

/** Decides whether a transfer can be accepted. Fails: WRONG_STATE, with the reason of a failed transfer. */
export function decideTransferAcceptance(transfer: {
  readonly status: TransferStatus;
  readonly investorName: string;
  readonly periodEnd: CalendarDate;
  readonly answer: string | null;
}): Result<TransferStatus, Failures> {
  const { status, investorName, periodEnd, answer } = transfer;
  return dataTransferLifecycle.apply(status, 'acceptDataTransfer').mapErr((failure) => {
    const detail = `Data transfer of ${investorName} for ${displayedDate(periodEnd)} failed: ${answer ?? ''}`;
    return [status === 'FAIL' ? { ...failure, detail } : failure];
  });
}

/**
 * Decides which of the earlier transfers of an investor and quarter a new one supersedes: those that wait. Fails: ALREADY_TRANSFERRED if the latest
 * one that waits or was accepted has the same package.
 */
export function decideTransfer<T extends { readonly packageHash: string }>(
  earlier: readonly T[],
  statusOf: (transfer: T) => TransferStatus,
  packageHash: string,
): Result<readonly T[], Failures> {
  const latest = earlier.find((candidate) => ['PEND', 'COMP'].includes(statusOf(candidate)));
  return latest?.packageHash === packageHash
    ? err([
        fail('ALREADY_TRANSFERRED', ['endDate'], 'You have already sent these figures, and nothing has changed since.'),
      ])
    : ok(earlier.filter((candidate) => statusOf(candidate) === 'PEND'));
}

/** Decides whether an accepted transfer can be undone, and returns the reason. Fails: COMMENT_REQUIRED, WRONG_STATE, and those of `undoFailures`. */
export function decideUndo(
  {
    status,
    acceptedAt,
    hasLater,
  }: { readonly status: TransferStatus; readonly acceptedAt: Date; readonly hasLater: boolean },
  reason: string | null,
  now: Date,
): Result<string, Failures> {
  if (!reason || !hasVisible(reason))
    return err([fail('COMMENT_REQUIRED', ['comments'], 'Enter a reason for undoing the transfer.')]);
  const undone = dataTransferLifecycle.apply(status, 'undoDataTransfer');
  if (undone.isErr()) return err([undone.error]);
  const failures = undoFailures(acceptedAt, now, hasLater);
  return failures.length > 0 ? err(failures) : ok(reason);
}
