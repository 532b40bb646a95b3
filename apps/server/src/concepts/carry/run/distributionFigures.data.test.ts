import { describe, expect, it } from 'vitest';
import { refusal } from '../../../testing/testClient.ts';
import { type Request, type Run, openDistributions } from '../../../testing/openDistributions.ts';

const firm = openDistributions();
const { codes, body, small, withDetail, save, generate, activities, distributions } = firm;

describe('M11: figures reconcile', () => {
  it('in each row, member, source, participant and total', async () => {
    const displayed = await save(body());
    const cents = (text: unknown) => BigInt(String(text).replace('.', ''));
    let rows = 0;
    const check = (figures: Readonly<Record<string, unknown>>) => {
      rows += 1;
      const deductions = ['tax', 'escrow', 'loanRepayment', 'otherAdjustment'].reduce(
        (sum, name) => sum + cents(figures[name]),
        0n,
      );
      expect(cents(figures['grossCarryDistributed']) - deductions).toBe(cents(figures['netCarryDistributed']));
    };
    const visit = (node: unknown): void => {
      if (node === null || typeof node !== 'object') return;
      if ('grossCarryDistributed' in node && 'loanRepayment' in node) check(node as Record<string, unknown>);
      for (const below of Object.values(node)) visit(below);
    };
    visit(displayed);
    expect(rows).toBeGreaterThan(150);
  });

  it('in a body too: figures that don’t reconcile or differ from the computed ones are refused with 422 and not stored', async () => {
    const before = [await distributions(), await activities()];
    const broken = { grossCarryDistributed: '1137500.00', netCarryDistributed: '1137500.00' };
    const { status, errors } = await refusal(save(small(withDetail(broken))));
    expect(status).toBe(422);
    expect(errors.map(({ code }) => code)).toEqual(['NOT_RECONCILED', 'FIGURES_DIFFER']);
    expect(await codes(save(small(withDetail({ grossCarryDistributed: '1.00' }))))).toEqual([
      ['FIGURES_DIFFER', 'DistributionSources[0].Details[0].GrossCarryDistributed'],
    ]);
    const deducted = (grossCarryDistributed: string | number) =>
      small(undefined, {
        distributionParticipants: [{ participant: { id: firm.plan.idOf('E001') }, grossCarryDistributed }],
      });
    expect(await codes(save(deducted(1)))).toEqual([
      ['FIGURES_DIFFER', 'DistributionParticipants[0].GrossCarryDistributed'],
    ]);
    expect([await distributions(), await activities()]).toEqual(before);
    await save(deducted('1137500.00'));
    await save(small(withDetail({ grossCarryDistributed: '1137500.00' })));
  });
});

describe('the figures of participants in a body', () => {
  type Participant = Run['distributionParticipants'][number];
  type Entered = NonNullable<Request['distributionParticipants']>[number];
  const enteredOf = ({
    participant,
    memberParticipants,
    grossCarryDistributed,
    netCarryDistributed,
    tax,
    escrow,
    loanRepayment,
    otherAdjustment,
  }: Participant): Entered => ({
    grossCarryDistributed,
    netCarryDistributed,
    tax,
    escrow,
    loanRepayment,
    otherAdjustment,
    participant: { id: participant.id },
    memberParticipants: memberParticipants.map(enteredOf),
  });

  it('are accepted as they were returned, with members below their entity, and refused if they differ [U-C-147]', async () => {
    const displayed = await save(body());
    const all = displayed.distributionParticipants;
    const at = all.findIndex(({ memberParticipants }) => memberParticipants.length > 0);
    const again = { ...body(), id: displayed.id, rowVersion: displayed.rowVersion };
    const [entity, member] = [all[at]!, all[at]!.memberParticipants[0]!];
    const wrong = {
      ...entity,
      memberParticipants: [{ ...member, escrow: '0.01' }, ...entity.memberParticipants.slice(1)],
    };
    const refused = save({ ...again, distributionParticipants: all.with(at, wrong).map(enteredOf) });
    expect(await codes(refused)).toContainEqual([
      'FIGURES_DIFFER',
      `DistributionParticipants[${at}].MemberParticipants[0].Escrow`,
    ]);
    expect((await save({ ...again, distributionParticipants: all.map(enteredOf) })).id).toBe(displayed.id);
  });
});

describe('M12: the order of the sources', () => {
  it("doesn't change anybody's cents", async () => {
    const figuresOf = async (reversed: boolean) => {
      const { distributionSources, ...run } = body();
      const displayed = await generate({
        ...run,
        distributionSources: reversed ? distributionSources.toReversed() : distributionSources,
      });
      return new Map(displayed.distributionSources.map(({ source, details }) => [source.id, details]));
    };
    expect(await figuresOf(true)).toEqual(await figuresOf(false));
  });
});
