import type { Failure, Path } from '../../kernel/index.ts';
import type { Adjustment, RemarkLocation, RunRequest } from '../run/index.ts';
import type { RunInput } from './runInput.ts';

/** The field that fixes a failure of a whole source. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  PROFILE_MISSING: 'allocationProfile',
  PROFILE_NOT_USABLE: 'allocationProfile',
  CHARACTERIZATION_MISSING: 'taxCharacterizations',
  AMOUNT_ABOVE_BALANCES: 'netDistributableAmount',
  AMOUNT_MISSING: 'netDistributableAmount',
  PAID_ABOVE_ACCRUED: 'netDistributableAmount',
  UNALLOCATED: 'effectiveAllocation',
  UNALLOCATED_NOT_ACKNOWLEDGED: 'unallocatedAcknowledged',
};

const FIELD_OF_PART: Readonly<Record<string, string>> = {
  allocations: 'effectiveAllocation',
  characterizations: 'taxCharacterizations',
  allocationProfile: 'allocationProfile',
  netDistributableAmount: 'netDistributableAmount',
  defaultEscrow: 'defaultEscrow',
};

/**
 * Returns the cell that a warning, problem or refusal of a run is about. Failure paths point into the engine's input, while users look for a source,
 * a participant and a column.
 *
 * Undefined if it is about the run as a whole.
 */
export function remarkLocation(
  { code, path }: Failure,
  request: RunRequest,
  { input }: Pick<RunInput, 'input'>,
): RemarkLocation | undefined {
  const [head, at, ...rest] = path;
  if (head === 'defaultEscrow' || head === 'defaultTerminatedEscrow')
    return { sourceId: null, ...noParticipant, field: head };
  if (typeof at !== 'number') return undefined;
  if (head === 'sources') return inSource(code, at, rest, request, input);
  if (head === 'adjustments') {
    const adjustment = input.adjustments?.[at];
    if (!adjustment) return undefined;
    const { sourceId, participantId, via = [] } = adjustment;
    return { sourceId, participantId, via, field: typeof rest[0] === 'string' ? rest[0] : adjustedField(adjustment) };
  }
  if (head !== 'participants') return undefined;
  const participantId = input.participants[at]?.id;
  const source = input.sources.find(({ allocations }) =>
    allocations.some((share) => share.participantId === participantId),
  );
  return participantId ? { sourceId: source?.id ?? null, participantId, via: [], field: null } : undefined;
}

/** Returns the first figure that an adjustment sets, for failures of the adjustment as a whole. */
const adjustedField = (adjustment: Adjustment) =>
  (['tax', 'escrow', 'loanRepayment', 'otherAdjustment'] as const).find(
    (name) => !(adjustment[name]?.isZero() ?? true),
  ) ?? 'loanRepayment';

const noParticipant = { participantId: null, via: [] } as const;

function inSource(
  code: string,
  at: number,
  [part, k, cell, ...below]: Path,
  request: RunRequest,
  input: RunInput['input'],
): RemarkLocation | undefined {
  const requested = request.sources[at];
  if (!requested) return undefined;
  const { sourceId } = requested;
  const ofSource = (field: string | null): RemarkLocation => ({ sourceId, ...noParticipant, field });
  if (part === 'unread' && typeof k === 'number') {
    const typed = requested.unread?.[k];
    return typed && { sourceId, participantId: typed.participantId, via: typed.via, field: typed.field };
  }
  if (part === 'entities' && typeof k === 'string') return { sourceId, participantId: k, via: [], field: null };
  if (part === 'allocations' && typeof k === 'number') {
    const outermost = input.sources[at]?.allocations[k]?.participantId;
    // The path of a vesting warning continues with the entities down to the member; the path of a refusal continues with a field name.
    const inside = code === 'TERMINATED_NOT_FULLY_VESTED' || code === 'VESTING_UNKNOWN' ? [cell, ...below] : [];
    const ids = [outermost, ...inside].flatMap((id) => (typeof id === 'string' ? [id] : []));
    return { sourceId, participantId: ids.at(-1) ?? null, via: ids.slice(0, -1), field: 'effectiveAllocation' };
  }
  if (part === 'vestingApplied' && typeof k === 'number') {
    const { participantId = null, via = [] } = requested.vestingApplied?.[k] ?? {};
    return { sourceId, participantId, via, field: 'effectiveAllocation' };
  }
  if (part === 'details' && typeof k === 'number') {
    // A net below zero is indexed by computed row, in the order of the allocations. All other failures are indexed by input row.
    if (code === 'NET_BELOW_ZERO') {
      const participantId = input.sources[at]?.allocations[k]?.participantId ?? null;
      return { sourceId, participantId, via: [], field: 'netCarryDistributed' };
    }
    const detail = requested.details[k];
    return (
      detail && {
        sourceId,
        participantId: detail.participantId,
        via: detail.via,
        field: typeof cell === 'string' ? cell : 'effectiveAllocation',
      }
    );
  }
  return ofSource(FIELD_OF_CODE[code] ?? (typeof part === 'string' ? (FIELD_OF_PART[part] ?? null) : null));
}
