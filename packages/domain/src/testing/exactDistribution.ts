/**
 * An independent implementation of the distribution in exact fractions, written from docs/calculations/distribution.md, to compare with.
 *
 * It shares no code with the engine: strings in, cents as bigints out, no doubles and no lookup tables. Speed doesn't matter.
 */

export interface PlainShare {
  readonly participantId: string;
  readonly effective: string;
}
export interface PlainTaxProfile {
  readonly id: string;
  readonly subjectToCharacterization: boolean;
  readonly isInactive?: boolean;
  readonly rate?: string;
  readonly rates?: readonly {
    readonly characterizationId: string;
    readonly rate: string;
    readonly isInactive?: boolean;
  }[];
}
export interface PlainParticipant {
  readonly id: string;
  readonly status: 'active' | 'terminated';
  readonly isEscrowExempt?: boolean;
  readonly defaultEscrow?: string;
  readonly taxProfiles?: readonly PlainTaxProfile[];
  readonly members?: readonly PlainShare[];
}
export interface PlainInput {
  readonly defaultEscrow: string;
  readonly defaultTerminatedEscrow: string;
  readonly taxProfiles?: readonly PlainTaxProfile[];
  readonly sources: readonly {
    readonly id: string;
    readonly netDistributableAmount: string;
    readonly defaultEscrow?: string;
    readonly characterizations?: readonly { readonly id: string; readonly percent: string }[];
    readonly taxProfiles?: readonly PlainTaxProfile[];
    readonly allocations: readonly PlainShare[];
  }[];
  readonly participants: readonly PlainParticipant[];
  readonly adjustments?: readonly {
    readonly sourceId: string;
    readonly participantId: string;
    readonly via?: readonly string[];
    readonly loanRepayment?: string;
    readonly otherAdjustment?: string;
    readonly tax?: string;
    readonly escrow?: string;
  }[];
}

export interface PlainRow {
  readonly source: string;
  readonly path: readonly string[];
  readonly gross: bigint;
  readonly taxRows: readonly bigint[];
  readonly tax: bigint;
  readonly escrow: bigint;
  readonly loan: bigint;
  readonly other: bigint;
  readonly net: bigint;
}

/** n / d with d > 0. */
interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

function fraction(text: string): Fraction {
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.');
  const n = BigInt(whole + decimals);
  return { n: text.startsWith('-') ? -n : n, d: 10n ** BigInt(decimals.length) };
}
const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });
const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
const over = (a: Fraction, divisor: bigint): Fraction => ({ n: a.n, d: a.d * divisor });

/** Rounds to units of 10^-decimals, halves away from zero. */
function rounded(value: Fraction, decimals: number): bigint {
  const scaled = value.n * 10n ** BigInt(decimals);
  const size = scaled < 0n ? -scaled : scaled;
  const floor = size / value.d;
  const result = (size % value.d) * 2n >= value.d ? floor + 1n : floor;
  return scaled < 0n ? -result : result;
}
const cents = (text: string | undefined): bigint => (text === undefined ? 0n : rounded(fraction(text), 2));
const percentOf = (amount: bigint, percent: Fraction): bigint =>
  rounded(over(times({ n: amount, d: 100n }, percent), 100n), 2);

function exactAllocate(total: bigint, weights: readonly Fraction[]): bigint[] {
  if (total < 0n) return exactAllocate(-total, weights).map((part) => -part);
  const sum = weights.reduce(plus, { n: 0n, d: 1n });
  if (sum.n === 0n) return weights.map(() => 0n);
  const exact = weights.map((weight) => ({ n: total * weight.n * sum.d, d: weight.d * sum.n }));
  const parts = exact.map(({ n, d }) => n / d);
  let remaining = total - parts.reduce((a, b) => a + b, 0n);
  const remainders = exact.map(({ n, d }, i) => ({ n: n % d, d, i }));
  remainders.sort((a, b) => (a.n * b.d === b.n * a.d ? a.i - b.i : a.n * b.d > b.n * a.d ? -1 : 1));
  for (const { i } of remainders) {
    if (remaining === 0n) break;
    parts[i]! += 1n;
    remaining -= 1n;
  }
  return parts;
}

interface Leaf {
  readonly path: readonly string[];
  readonly gross: bigint;
}

export function exactDistribution(input: PlainInput): readonly PlainRow[] {
  const find = (id: string) => input.participants.find((participant) => participant.id === id)!;
  const leavesBelow = (path: readonly string[], gross: bigint): readonly Leaf[] => {
    const { members } = find(path.at(-1)!);
    if (members === undefined) return [{ path, gross }];
    const parts = exactAllocate(
      gross,
      members.map(({ effective }) => fraction(effective)),
    );
    return members.flatMap((member, i) => leavesBelow([...path, member.participantId], parts[i]!));
  };
  return input.sources.flatMap((source) => {
    const amount = cents(source.netDistributableAmount);
    const effectives = source.allocations.map(({ effective }) => fraction(effective));
    const sum = effectives.reduce(plus, { n: 0n, d: 1n });
    const distributed = rounded(sum, 4) === 1_000_000n ? amount : percentOf(amount, sum);
    const parts = exactAllocate(distributed, effectives);
    const leaves = source.allocations.flatMap(({ participantId }, i) => leavesBelow([participantId], parts[i]!));
    return leaves.map((leaf) => rowOf(input, source, leaf, leaves));
  });
}

function rowOf(
  input: PlainInput,
  source: PlainInput['sources'][number],
  leaf: Leaf,
  leaves: readonly Leaf[],
): PlainRow {
  const { path, gross } = leaf;
  const chain = [...path].reverse().map((id) => input.participants.find((participant) => participant.id === id)!);
  const person = chain[0]!;
  // The amount entered for this row, plus this row's part of the amount entered for an entity above it.
  const deductionOf = (name: 'loanRepayment' | 'otherAdjustment' | 'tax' | 'escrow'): bigint | undefined => {
    let sum: bigint | undefined;
    for (const adjustment of input.adjustments ?? []) {
      if (adjustment.sourceId !== source.id || adjustment[name] === undefined) continue;
      const target = [...(adjustment.via ?? []), adjustment.participantId];
      if (target.join() !== path.slice(0, target.length).join()) continue;
      const below = leaves.filter((other) => other.path.slice(0, target.length).join() === target.join());
      const parts = exactAllocate(
        cents(adjustment[name]),
        below.map((other) => ({ n: other.gross, d: 1n })),
      );
      sum = (sum ?? 0n) + (below.length === 1 ? cents(adjustment[name]) : parts[below.indexOf(leaf)]!);
    }
    return sum;
  };

  const profiles = new Map<string, PlainTaxProfile>();
  for (const profile of [...(person.taxProfiles ?? []), ...(source.taxProfiles ?? []), ...(input.taxProfiles ?? [])]) {
    if (profile.isInactive !== true && !profiles.has(profile.id)) profiles.set(profile.id, profile);
  }
  const computedRows = [...profiles.values()].flatMap((profile) => {
    if (!profile.subjectToCharacterization) return [percentOf(gross, fraction(profile.rate!))];
    return (source.characterizations ?? [])
      .filter(({ percent }) => fraction(percent).n > 0n)
      .map(({ id, percent }) => {
        const rate = profile.rates!.find((row) => row.characterizationId === id && row.isInactive !== true)!.rate;
        const rounding = rounded(over(times(fraction(percent), fraction(rate)), 100n), 10);
        return percentOf(gross, { n: rounding, d: 10n ** 10n });
      });
  });
  const enteredTax = deductionOf('tax');
  const computedTax = computedRows.reduce((a, b) => a + b, 0n);
  const weights = computedRows.map((n) => ({ n, d: 1n }));
  const enteredRows = computedTax === 0n ? [enteredTax ?? 0n] : exactAllocate(enteredTax ?? 0n, weights);
  const taxRows = enteredTax === undefined ? computedRows : enteredRows;

  const own = chain.find(({ defaultEscrow }) => defaultEscrow !== undefined && fraction(defaultEscrow).n > 0n);
  const usual =
    person.status === 'terminated' ? input.defaultTerminatedEscrow : (source.defaultEscrow ?? input.defaultEscrow);
  const escrowPercent = chain.some(({ isEscrowExempt }) => isEscrowExempt) ? '0' : (own?.defaultEscrow ?? usual);
  const escrow = deductionOf('escrow') ?? percentOf(gross, fraction(escrowPercent));

  const tax = enteredTax ?? computedTax;
  const loan = deductionOf('loanRepayment') ?? 0n;
  const other = deductionOf('otherAdjustment') ?? 0n;
  return {
    source: source.id,
    path,
    gross,
    taxRows,
    tax,
    escrow,
    loan,
    other,
    net: gross - loan - other - tax - escrow,
  };
}
