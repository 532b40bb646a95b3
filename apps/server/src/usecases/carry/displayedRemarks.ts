import type { DistributionRules } from '@carrara/adapters/postgres/carry/distribution/store';
import type { DisplayedHead } from '@carrara/adapters/postgres/carry/distribution/head';
import { acknowledgmentKey, listedWarnings } from '@carrara/domain/carry/distribution';
import type { Remark } from '@carrara/domain/carry/run';
import type { Failures } from '@carrara/domain/kernel';
import { contractPath } from './distributionRequest.ts';

/** True for a draft, and for a run that was sent back to its author. */
export const isOpen = (status: string) => status === 'DRAFT' || status === 'REJ';

/** Returns the problems that prevent an open run from being submitted. Approvers are chosen when it is submitted. */
export const listProblems = (displayed: Pick<DisplayedHead, 'status' | 'remarks'>) =>
  isOpen(displayed.status.code) ? displayedRemarks(displayed.remarks, 'problem') : [];

/** Returns warnings or problems with paths in the contract's names. */
export const displayedRemarks = (
  remarks: readonly Remark[],
  kind: Remark['kind'],
  rules?: Pick<DistributionRules, 'acknowledgesAbove'>,
) =>
  remarks
    .filter((remark) => remark.kind === kind)
    .map(({ code, message, path, location, amount }) => ({
      code,
      message,
      path: [...contractPath(path)],
      location: location ? { ...location, via: [...location.via] } : null,
      acknowledgment:
        (kind === 'warning' && rules
          ? acknowledgmentKey({ code, path, amount }, rules.acknowledgesAbove)
          : undefined) ?? null,
    }));

type DisplayedRemark = ReturnType<typeof displayedRemarks>[number];

/** Returns the warnings of a run as every reader sees them. `others` are warnings that aren't about its figures. */
export const displayedWarnings = (
  remarks: readonly Remark[],
  rules: Pick<DistributionRules, 'acknowledgesAbove'>,
  problems: readonly DisplayedRemark[],
  others: readonly DisplayedRemark[],
) => [...listedWarnings([...displayedRemarks(remarks, 'warning', rules), ...others], problems)];

/** Returns warnings that need no acknowledgment. */
export const plainWarnings = (failures: Failures) =>
  failures.map(({ code, detail: message, path }) => ({
    code,
    message,
    path: [...path],
    location: null,
    acknowledgment: null,
  }));

/** Returns warnings that say from when a document can be paid or posted, located at its date. */
export const dateWarnings = (failures: Failures, field: string) =>
  plainWarnings(failures.map((failure) => ({ ...failure, path: [field] })));
