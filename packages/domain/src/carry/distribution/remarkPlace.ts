import type { Failure, Path } from '../../kernel/index.ts';
import type { Adjustment, RemarkPlace, RunRequest } from '../run/index.ts';
import type { RunInput } from './runInput.ts';

/** What a reason against a whole source is mended at. */
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
 * The cell that a warning, a problem or a refusal of a run is about: paths name places in what the engine is given, a person looks for a source,
 * a participant and a column.
 *
 * Undefined for what is about the run as a whole.
 */
export function remarkPlace(
  { code, path }: Failure,
  request: RunRequest,
  { input }: Pick<RunInput, 'input'>,
): RemarkPlace | undefined {
  const [head, at, ...rest] = path;
  if (head === 'defaultEscrow' || head === 'defaultTerminatedEscrow') return { sourceId: null, ...nobody, field: head };
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

/** Of an adjustment that is wrong as a whole, the first figure that it gives. */
const adjustedField = (adjustment: Adjustment) =>
  (['tax', 'escrow', 'loanRepayment', 'otherAdjustment'] as const).find(
    (name) => !(adjustment[name]?.isZero() ?? true),
  ) ?? 'loanRepayment';

const nobody = { participantId: null, via: [] } as const;

function inSource(
  code: string,
  at: number,
  [part, k, cell, ...below]: Path,
  request: RunRequest,
  input: RunInput['input'],
): RemarkPlace | undefined {
  const asked = request.sources[at];
  if (!asked) return undefined;
  const { sourceId } = asked;
  const ofSource = (field: string | null): RemarkPlace => ({ sourceId, ...nobody, field });
  if (part === 'unread' && typeof k === 'number') {
    const typed = asked.unread?.[k];
    return typed && { sourceId, participantId: typed.participantId, via: typed.via, field: typed.field };
  }
  if (part === 'allocations' && typeof k === 'number') {
    const outermost = input.sources[at]?.allocations[k]?.participantId;
    // The path of a vesting warning goes on with the way to the member of an entity, that of a refusal with the name of a field.
    const inside = code === 'TERMINATED_NOT_FULLY_VESTED' || code === 'VESTING_UNKNOWN' ? [cell, ...below] : [];
    const way = [outermost, ...inside].flatMap((id) => (typeof id === 'string' ? [id] : []));
    return { sourceId, participantId: way.at(-1) ?? null, via: way.slice(0, -1), field: 'effectiveAllocation' };
  }
  if (part === 'vestingApplied' && typeof k === 'number') {
    const { participantId = null, via = [] } = asked.vestingApplied?.[k] ?? {};
    return { sourceId, participantId, via, field: 'effectiveAllocation' };
  }
  if (part === 'details' && typeof k === 'number') {
    // A net below zero is counted among the computed rows, which are in the order of the allocations; all else among what was given.
    if (code === 'NET_BELOW_ZERO') {
      const participantId = input.sources[at]?.allocations[k]?.participantId ?? null;
      return { sourceId, participantId, via: [], field: 'netCarryDistributed' };
    }
    const detail = asked.details[k];
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
