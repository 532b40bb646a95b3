import { type Decimal, decimal, type Failure, type Failures, type Path, required } from '../../kernel/index.ts';
import {
  checkCurrencies,
  checkSource,
  type MemberMismatch,
  memberShares,
  mismatchedEntities,
  orderByShares,
  sharesByProfile,
  type Refuse,
  refuseInto,
  type Adjustment,
  type DistributionInput,
  type ParticipantInput,
  type Share,
  type SourceInput,
  investorBalanceShares,
  type DetailRequest,
  type RunRequest,
  type SourceRequest,
  originalKey,
  type Warning,
} from '../run/index.ts';
import { isRefusal } from '../../kernel/typedNumber/index.ts';
import { readTypedCell, typedCellTitles } from '../typedCell/index.ts';
import { isBelowZero, runWarnings } from './runWarnings.ts';
import type { ParticipantFacts, RunFacts, SourceFacts } from './runFacts.ts';
import { computeForfeitures, sharesAfter } from './computeForfeitures.ts';

export interface RunInput {
  readonly input: DistributionInput;
  /** Reasons why the request can't be saved, even as a draft. */
  readonly refusals: Failures;
  /** Reasons why the run can't be submitted, in addition to the engine's. */
  readonly problems: Failures;
  /** Warnings, in addition to the engine's. */
  readonly warnings: readonly Warning[];
  /** The profile's effective percentage wherever the request overrides it, by source and participant. */
  readonly originals: ReadonlyMap<string, Decimal>;
  /** Entities whose members changed since the profile of a source was created. */
  readonly mismatches: readonly MemberMismatch[];
}

/**
 * Combines a request with the recorded facts into the engine's input.
 *
 * Effectives come from the profile in its order, or from the request. In investor-balance mode they come from the balances.
 *
 * Source: docs/calculations/distribution.md; decision 0032.
 * Fails:  as refusals SOURCE_UNKNOWN, SOURCE_TYPE_DIFFERS, PROFILE_OF_OTHER_SOURCE, MIXED_CURRENCIES, PARTICIPANT_UNKNOWN,
 *         CHARACTERIZATION_UNKNOWN, MEMBER_EFFECTIVE_FIXED, INVESTOR_BALANCE_OFF, AMOUNT_ABOVE_BALANCES, BALANCE_NOT_DETERMINED, NEGATIVE_TAX,
 *         NEGATIVE_ESCROW; as problems PROFILE_MISSING, PROFILE_NOT_USABLE,
 *         AMOUNT_MISSING, CELL_UNREADABLE, VESTING_NOT_APPLICABLE; as warnings those of `runWarnings`.
 */
export function runInput(request: RunRequest, facts: RunFacts): RunInput {
  const refusals: Failure[] = [];
  const problems: Failure[] = [];
  const originals = new Map<string, Decimal>();
  const refuse = refuseInto(refusals);
  const context: Context = { request, facts, refuse, problem: refuseInto(problems), refusals, originals };
  if (request.investorBalanceBased && !facts.allowsInvestorBalance) {
    refuse(
      'INVESTOR_BALANCE_OFF',
      ['investorBalanceBased'],
      'Your firm doesn’t distribute by carry balance. Turn this option off.',
    );
  }
  const sources = request.sources.map((source, i) => sourceInput(source, ['sources', i], context));
  const ids = request.sources.map(({ sourceId }) => sourceId);
  checkCurrencies(ids, facts, 'distribution', refuse);
  const reached = orderByShares(
    sources.map(({ allocations }) => allocations),
    facts.participants,
  );
  const input: DistributionInput = {
    defaultEscrow: decimal(request.defaultEscrow),
    defaultTerminatedEscrow: decimal(request.defaultTerminatedEscrow),
    sources,
    participants: reached.map((participant) => participantInput(participant, context)),
    taxProfiles: taxProfilesOf(facts.taxProfileIds, facts),
    adjustments: request.sources.flatMap(adjustmentsOf),
    unallocatedAcknowledged: request.unallocatedAcknowledged,
  };
  const mismatches = sources.flatMap(({ id, allocations }, source) => {
    const ofSource = new Set(orderByShares([allocations], facts.participants).map((participant) => participant.id));
    return mismatchedEntities([id], facts, ofSource).map((entityId) => ({ source, entityId }));
  });
  return { input, refusals, problems, warnings: runWarnings(request, facts), originals, mismatches };
}

interface Context {
  readonly request: RunRequest;
  readonly facts: RunFacts;
  readonly refuse: Refuse;
  readonly problem: Refuse;
  readonly refusals: Failure[];
  readonly originals: Map<string, Decimal>;
}

function sourceInput(source: SourceRequest, path: Path, context: Context): SourceInput {
  const { facts, refuse, problem } = context;
  const sourceFacts = facts.sources.get(source.sourceId);
  checkSource(sourceFacts, source.type, path, refuse);
  source.characterizations.forEach(({ id }, i) => {
    if (facts.characterizationIds.has(id)) return;
    const fieldPath = [...path, 'characterizations', i, 'taxCharacterization'];
    refuse('CHARACTERIZATION_UNKNOWN', fieldPath, 'There is no such tax characterization.');
  });
  (source.unread ?? []).forEach(({ participantId, field, text }, k) => {
    const fieldPath = [...path, 'unread', k];
    const name = sourceFacts?.name ?? '';
    if (text === '' && participantId === null && field === 'netDistributableAmount')
      problem('AMOUNT_MISSING', fieldPath, `Enter the amount that ${name} distributes.`);
    else {
      const subject = participantId === null ? name : `${participantId} at ${name}`;
      const read = readTypedCell(field, text);
      const reason = isRefusal(read) ? read.refused : 'can’t be read';
      problem(
        'CELL_UNREADABLE',
        fieldPath,
        `${typedCellTitles[field]} of ${subject}: '${text}' ${reason}. Correct it.`,
      );
    }
  });
  refuseNegatives(source, path, refuse);
  const allocations = sourceFacts ? allocationsOf(source, sourceFacts, path, context) : [];
  const forfeitures = sourceFacts ? computeForfeitures(source, sourceFacts, allocations, path, context) : [];
  for (const { participantId, via, effective, recipients } of forfeitures)
    for (const recipient of [{ participantId, effective }, ...recipients])
      context.originals.set(originalKey(source.sourceId, recipient.participantId, via), recipient.effective);
  const { allocations: remainingAllocations, memberShares } = sharesAfter(allocations, forfeitures, facts);
  const storeOriginals = (before: readonly Share[], after: readonly Share[], via: readonly string[]) =>
    before.forEach(({ participantId, effective }, i) => {
      const key = originalKey(source.sourceId, participantId, via);
      const remainingShare = required(after[i], 'a share after vesting').effective;
      if (!remainingShare.eq(effective) && !context.originals.has(key)) context.originals.set(key, effective);
    });
  storeOriginals(allocations, remainingAllocations, []);
  for (const { via, shares } of memberShares) {
    const entity = required(via.at(-1), 'the entity of member shares');
    storeOriginals(facts.participants.get(entity)?.members ?? [], shares, via);
  }
  return {
    id: source.sourceId,
    netDistributableAmount: decimal(source.netDistributableAmount),
    ...(source.defaultEscrow ? { defaultEscrow: decimal(source.defaultEscrow) } : {}),
    characterizations: source.characterizations.map(({ id, percent }) => ({ id, percent: decimal(percent) })),
    taxProfiles: taxProfilesOf(sourceFacts?.taxProfileIds ?? [], facts),
    allocations: remainingAllocations,
    ...(forfeitures.length > 0 ? { forfeitures } : {}),
    ...(memberShares.length > 0 ? { memberShares } : {}),
  };
}

/** Rejects negative withholding. The negative amounts of a reversal are stored, not entered. */
function refuseNegatives({ details }: SourceRequest, path: Path, refuse: Refuse): void {
  details.forEach((detail, i) => {
    for (const [field, code, text] of [
      ['tax', 'NEGATIVE_TAX', 'Tax can’t be negative.'],
      ['escrow', 'NEGATIVE_ESCROW', 'Escrow can’t be negative.'],
    ] as const) {
      if (isBelowZero(detail[field])) refuse(code, [...path, 'details', i, field], text);
    }
  });
}

/** Returns true if a run allocates by carry balance: the request chooses it and the firm allows it. */
export const isByBalance = (request: RunRequest, facts: RunFacts): boolean =>
  request.investorBalanceBased && facts.allowsInvestorBalance;

function allocationsOf(
  source: SourceRequest,
  sourceFacts: SourceFacts,
  path: Path,
  context: Context,
): readonly Share[] {
  const { request, facts, refuse, originals } = context;
  const shares = isByBalance(request, facts)
    ? sharesByBalance(source, sourceFacts, path, context)
    : sharesByProfile(sourceFacts, path, context.problem);
  const positions = new Map(shares.map(({ participantId }, i) => [participantId, i]));
  const edited = [...shares];
  source.details.forEach((detail, i) => {
    const override = detail.effectiveAllocation;
    if (!facts.participants.has(detail.participantId)) {
      refuse('PARTICIPANT_UNKNOWN', [...path, 'details', i, 'participantId'], 'There is no such participant.');
      return;
    }
    if (override === null || override === undefined) return;
    const effective = decimal(override);
    if (detail.via.length > 0) {
      refuseOtherMemberEffective(detail, effective, [...path, 'details', i, 'effectiveAllocation'], context);
      return;
    }
    const at = positions.get(detail.participantId);
    const original = at === undefined ? undefined : shares[at]?.effective;
    if (original?.eq(effective)) return;
    originals.set(originalKey(source.sourceId, detail.participantId), original ?? decimal('0'));
    const share = { participantId: detail.participantId, effective };
    if (at === undefined) {
      positions.set(detail.participantId, edited.length);
      edited.push(share);
    } else edited[at] = share;
  });
  return edited;
}

function sharesByBalance(source: SourceRequest, sourceFacts: SourceFacts, path: Path, { refusals, refuse }: Context) {
  if (!sourceFacts.isBalanceDetermined) {
    const { id, accruedAt: others = [] } = sourceFacts;
    const elsewhere =
      others.length > 0
        ? ` There are balances at ${others.join(', ')}, but a balance can only be paid from its own source.`
        : '';
    const text = `The carry balances of ${id} can’t be determined. Nothing was accrued or opened there on or before the distribution date.${elsewhere}`;
    refuse('BALANCE_NOT_DETERMINED', [...path, 'source'], text);
    return [];
  }
  const shares = investorBalanceShares(decimal(source.netDistributableAmount), sourceFacts.balances, path);
  if (shares.isOk()) return shares.value.filter(({ balance }) => balance?.gt(0) === true);
  refusals.push(...shares.error.map((failure) => ({ ...failure, detail: `${sourceFacts.id}: ${failure.detail}` })));
  return [];
}

/** Rejects an override of a member's percentage of an entity, which only the entity's profile determines. */
function refuseOtherMemberEffective(detail: DetailRequest, effective: Decimal, path: Path, { facts, refuse }: Context) {
  const entity = facts.participants.get(detail.via.at(-1) ?? '');
  const member = entity?.members?.find(({ participantId }) => participantId === detail.participantId);
  if (member && !member.effective.eq(effective)) {
    refuse('MEMBER_EFFECTIVE_FIXED', path, 'Change a member’s share of an entity in the entity’s profile.');
  }
}

function participantInput(participant: ParticipantFacts, context: Context): ParticipantInput {
  const { id, status, isEscrowExempt, defaultEscrow, members } = participant;
  return {
    id,
    status,
    ...(isEscrowExempt ? { isEscrowExempt } : {}),
    ...(defaultEscrow === null ? {} : { defaultEscrow: decimal(defaultEscrow) }),
    taxProfiles: taxProfilesOf(participant.taxProfileIds, context.facts),
    ...memberShares(members),
  };
}

function taxProfilesOf(ids: readonly string[], { taxProfiles }: RunFacts) {
  return ids.flatMap((id) => taxProfiles.get(id) ?? []);
}

function adjustmentsOf({ sourceId, details }: SourceRequest): readonly Adjustment[] {
  return details.flatMap(({ participantId, via, ...entered }) => {
    const amounts = (['loanRepayment', 'otherAdjustment', 'tax', 'escrow'] as const).flatMap((name) => {
      const amount = entered[name];
      return amount === null || amount === undefined || amount === '' ? [] : [[name, decimal(amount)] as const];
    });
    if (amounts.length === 0) return [];
    return [{ sourceId, participantId, ...(via.length > 0 ? { via } : {}), ...Object.fromEntries(amounts) }];
  });
}
