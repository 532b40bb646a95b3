import fc from 'fast-check';
import type { PlainInput, PlainParticipant, PlainShare, PlainTaxProfile } from '../../testing/index.ts';

/** Generates random valid inputs: nested entities, under-allocation, taxes of every kind, entered figures. */

const characterizationIds = ['gain', 'dividend', 'interest'];

/** Splits `total` units of 10^-decimals at random into `count` parts, as text. */
function partsOf(total: number, count: number, decimals: number): fc.Arbitrary<readonly string[]> {
  const cuts = fc.array(fc.integer({ min: 0, max: total }), { minLength: count - 1, maxLength: count - 1 });
  return cuts.map((points) => {
    const sorted = [0, ...points.sort((a, b) => a - b), total];
    return sorted.slice(1).map((point, i) => unitsText(BigInt(point - sorted[i]!), decimals));
  });
}

function unitsText(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return units < 0n ? `-${text}` : text;
}

function sharesOf(ids: readonly string[], total: number, decimals: number): fc.Arbitrary<readonly PlainShare[]> {
  return partsOf(total, ids.length, decimals).map((parts) =>
    ids.map((participantId, i) => ({ participantId, effective: parts[i]! })),
  );
}

const money = (max: bigint) => fc.bigInt({ min: 0n, max }).map((units) => unitsText(units, 2));
const signedMoney = fc.bigInt({ min: -100_000n, max: 10_000_000n }).map((units) => unitsText(units, 2));
const rate = fc.oneof(
  fc.constantFrom('0', '3.8', '10.9', '20', '37', '0.0000000001', '99.9999999999'),
  fc.integer({ min: 0, max: 600_000_000_000 }).map((units) => unitsText(BigInt(units), 10)),
);

const taxProfiles: fc.Arbitrary<readonly PlainTaxProfile[]> = fc
  .tuple(fc.array(fc.array(rate, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 3 }), rate, fc.boolean())
  .map(([table, plain, isInactive]) => [
    ...table.map((rates, i) => ({
      id: `characterized${i}`,
      subjectToCharacterization: true,
      rates: rates.map((value, k) => ({ characterizationId: characterizationIds[k]!, rate: value })),
    })),
    { id: 'plain', subjectToCharacterization: false, rate: plain, isInactive },
  ]);

const some = <T>(items: readonly T[], maxLength = items.length, minLength = 0) =>
  fc.subarray([...items], { minLength, maxLength: Math.min(maxLength, items.length) });

/** Generates people p0.. and entities e0.., which own people and earlier entities. */
function participantsOf(profiles: readonly PlainTaxProfile[]): fc.Arbitrary<readonly PlainParticipant[]> {
  const person = (id: string): fc.Arbitrary<PlainParticipant> =>
    fc.record(
      {
        id: fc.constant(id),
        status: fc.constantFrom('active' as const, 'terminated' as const),
        isEscrowExempt: fc.boolean(),
        defaultEscrow: fc.constantFrom('0', '5', '12.345'),
        taxProfiles: some(profiles),
      },
      { requiredKeys: ['id', 'status'] },
    );
  const entity = (id: string, candidates: readonly string[]): fc.Arbitrary<PlainParticipant> =>
    some(candidates, 3, 1)
      .chain((ids) => fc.constantFrom(4, 10).chain((decimals) => sharesOf(ids, 100 * 10 ** decimals, decimals)))
      .chain((members) =>
        fc.record(
          {
            id: fc.constant(id),
            status: fc.constant('active' as const),
            isEscrowExempt: fc.boolean(),
            defaultEscrow: fc.constantFrom('0', '7.5'),
            members: fc.constant(members),
          },
          { requiredKeys: ['id', 'status', 'members'] },
        ),
      );
  return fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 3 })).chain(([people, entities]) => {
    const ids = Array.from({ length: people }, (_, i) => `p${i}`);
    const entityIds = Array.from({ length: entities }, (_, i) => `e${i}`);
    return fc
      .tuple(
        fc.tuple(...ids.map(person)),
        fc.tuple(...entityIds.map((id, i) => entity(id, [...ids, ...entityIds.slice(0, i)]))),
      )
      .map(([all, owners]) => [...all, ...owners]);
  });
}

function sourceOf(id: string, ids: readonly string[], profiles: readonly PlainTaxProfile[]) {
  const allocations = fc
    .tuple(fc.subarray([...ids], { minLength: 1 }), fc.constantFrom(4, 10), fc.constantFrom(1, 1, 0.9999996, 0.7, 0))
    .chain(([chosen, decimals, part]) => sharesOf(chosen, Math.round(100 * 10 ** decimals * part), decimals));
  const characterizations = fc
    .constantFrom(2, 4, 10)
    .chain((decimals) => partsOf(100 * 10 ** decimals, 3, decimals))
    .map((parts) => parts.map((percent, i) => ({ id: characterizationIds[i]!, percent })));
  return fc.record(
    {
      id: fc.constant(id),
      netDistributableAmount: fc.oneof(money(20n), money(1_000_000_00n), money(10n ** 17n), money(10n ** 22n - 1n)),
      defaultEscrow: fc.constantFrom('0', '15'),
      characterizations,
      taxProfiles: some(profiles),
      allocations,
    },
    { requiredKeys: ['id', 'netDistributableAmount', 'allocations', 'characterizations'] },
  );
}

/** Returns every row of a source that can be adjusted unambiguously: the paths from its allocations down. */
function pathsOf(
  participants: readonly PlainParticipant[],
  shares: readonly PlainShare[],
): readonly (readonly string[])[] {
  return shares.flatMap(({ participantId }) => {
    const { members } = participants.find(({ id }) => id === participantId)!;
    return [[participantId], ...pathsOf(participants, members ?? []).map((path) => [participantId, ...path])];
  });
}

export const randomDistribution: fc.Arbitrary<PlainInput> = taxProfiles
  .chain((profiles) => fc.tuple(fc.constant(profiles), participantsOf(profiles)))
  .chain(([profiles, participants]) => {
    const ids = participants.map(({ id }) => id);
    const sources = fc
      .integer({ min: 1, max: 3 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => sourceOf(`s${i}`, ids, profiles))));
    return fc.record(
      {
        defaultEscrow: fc.constantFrom('0', '10', '33.3333333333'),
        defaultTerminatedEscrow: fc.constantFrom('0', '25'),
        taxProfiles: some(profiles.slice(0, 1)),
        participants: fc.constant(participants),
        sources,
      },
      { requiredKeys: ['defaultEscrow', 'defaultTerminatedEscrow', 'participants', 'sources'] },
    );
  })
  .chain((input) => {
    const locations = input.sources.flatMap(({ id, allocations }) =>
      pathsOf(input.participants, allocations).map((path) => ({ sourceId: id, path })),
    );
    return some(locations, 3).chain((chosen) =>
      fc
        .tuple(
          ...chosen.map(({ sourceId, path }) =>
            fc.record(
              {
                sourceId: fc.constant(sourceId),
                participantId: fc.constant(path.at(-1)!),
                via: fc.constant(path.slice(0, -1)),
                loanRepayment: signedMoney,
                otherAdjustment: signedMoney,
                tax: signedMoney,
                escrow: signedMoney,
              },
              { requiredKeys: ['sourceId', 'participantId', 'via'] },
            ),
          ),
        )
        .map((adjustments) => ({ ...input, adjustments })),
    );
  });
