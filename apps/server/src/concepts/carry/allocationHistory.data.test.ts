import { decimal } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AllocationDesk, effectivesOf, refusalsOf, type DisplayedProfile } from '../../testing/allocationDesk.ts';
import type { PlantedPlan } from '../../testing/plantCarryPlan.ts';

interface State {
  readonly ProfileId: string;
  readonly Version: number;
  readonly Revision: number;
  readonly Reason: string | null;
  readonly ChangedBy: string;
}
interface Comparison {
  readonly From: State | null;
  readonly To: State;
  readonly Participants: readonly { readonly Name: string; readonly Change: string }[];
  readonly TotalAfter: string;
}

let desk: AllocationDesk;
let plan: PlantedPlan;

beforeAll(async () => {
  desk = await AllocationDesk.open();
  ({ plan } = desk);
});
afterAll(() => desk.server.stop());

describe('the history of an allocation profile', () => {
  it('tells what changed between any two states, participant by participant, in what was typed as well', async () => {
    const [first, second, third, fourth] = desk.example() as [object, object, object, object];
    const created = await desk.saved([first, second, third, fourth], { Reason: 'made' });
    const revised = await desk.saved([{ ...first, Fixed: '12' }, second, third, fourth], {
      Id: created.Id,
      RowVersion: created.RowVersion,
      Reason: 'a raise',
    });
    const copy = await desk.saved([second, third, fourth, desk.entry('E005', { Fixed: '15', Discretionary: '2' })], {
      CopiedFrom: { Id: created.Id },
      Reason: 'E001 has left',
    });
    const usual = await desk.read<Comparison>(`/${copy.Id}/compare`);
    expect(usual).toMatchObject({
      From: { ProfileId: created.Id, Revision: 2, Reason: 'a raise', ChangedBy: 'Ada Example' },
      To: { ProfileId: copy.Id, Revision: 1, Reason: 'E001 has left' },
      TotalBefore: '100',
      TotalAfter: '100',
    });
    expect(usual.Participants).toMatchObject([
      { Name: 'Participant E002', Change: 'same', Before: '20', After: '20', Difference: '0' },
      { Name: 'Participant E003', Change: 'same', Before: '37.8', After: '37.8' },
      { Name: 'Participant E004', Change: 'same', Before: '25.2', After: '25.2' },
      {
        Name: 'Participant E005',
        Change: 'added',
        Before: null,
        After: '17',
        InputsBefore: null,
        InputsAfter: { Predilute: null, Fixed: '15', Discretionary: '2', Shares: null },
      },
      { Name: 'Participant E001', Change: 'removed', Before: '17', After: null, Difference: '-17', InputsAfter: null },
    ]);
    const far = await desk.read<Comparison>(
      `/${copy.Id}/compare?fromProfileId=${revised.Id}&fromRevision=2&toProfileId=${created.Id}&toRevision=1`,
    );
    expect(far.Participants[0]).toMatchObject({
      Change: 'changed',
      Before: '17',
      After: '15',
      Difference: '-2',
      InputsBefore: { Fixed: '12' },
      InputsAfter: { Fixed: '10' },
    });
    const nowhere = await desk.call('GET', `/${copy.Id}/compare?fromProfileId=${created.Id}&fromRevision=9`);
    expect(nowhere.statusCode).toBe(404);
  });

  it('names the profile in force on a day among those of the container', async () => {
    const dated = await desk.saved(desk.example(), { EffectiveDate: '2024-07-01' });
    const inForce = async (query: string) =>
      (
        await desk.read<readonly (DisplayedProfile & { IsInForce: boolean })[]>(
          `/container/${plan.idOf('CO-HEL')}${query}`,
        )
      )
        .filter(({ IsInForce }) => IsInForce)
        .map(({ Id }) => Id);
    expect(await inForce('?asOf=2024-06-30')).toEqual([plan.idOf('profile of CO-HEL')]);
    expect(await inForce('?asOf=2010-01-01')).toEqual([]);
    await desk.call('POST', `/${dated.Id}/set-default`, { RowVersion: dated.RowVersion });
    expect(await inForce('?asOf=2024-07-01')).toEqual([dated.Id]);
    expect(await inForce('?asOf=2024-06-30')).toEqual([plan.idOf('profile of CO-HEL')]);
    expect(await inForce('')).toEqual([dated.Id]);
  });
});

describe('a reallocation', () => {
  it('is refused when somebody saved first, to nobody, to the one who leaves, and of nothing', async () => {
    const profile = await desk.saved([...desk.example(), desk.entry('E005', {})]);
    const id = (code: string) => plan.idOf(code);
    const reallocate = (body: object) => desk.call('POST', `/${profile.Id}/reallocate`, body);
    const request = { Removed: id('E004'), Recipients: [id('E001')] };
    expect((await reallocate({ ...request, RowVersion: profile.RowVersion + 1 })).statusCode).toBe(409);
    expect((await reallocate({ ...request, Recipients: [] })).statusCode).toBe(400);
    expect(refusalsOf(await reallocate({ ...request, Recipients: [id('E004')] }))[0]?.[0]).toBe('REMOVED_IS_RECIPIENT');
    expect(refusalsOf(await reallocate({ ...request, Removed: id('E005') }))[0]?.[0]).toBe('NOTHING_TO_REALLOCATE');
    expect(refusalsOf(await reallocate({ ...request, Recipients: [id('E005')] }))[0]?.[0]).toBe(
      'RECIPIENTS_HAVE_NOTHING',
    );
    const [first, other] = await Promise.all([
      reallocate({ ...request, RowVersion: profile.RowVersion }),
      reallocate({ ...request, Removed: id('E003'), RowVersion: profile.RowVersion }),
    ]);
    expect(new Set([first.statusCode, other.statusCode])).toEqual(new Set([200, 409]));
  });

  it('gives shares where the profile is share-based', async () => {
    const shares = (code: string, Shares: string) => desk.entry(code, { Shares });
    const profile = await desk.saved([shares('E001', '50'), shares('E002', '30'), shares('E003', '20')], {
      IsShareBased: true,
    });
    expect(effectivesOf(profile)).toEqual(['50', '30', '20']);
    const after = await desk.call('POST', `/${profile.Id}/reallocate`, {
      Removed: plan.idOf('E003'),
      Recipients: [plan.idOf('E001'), plan.idOf('E002')],
      RowVersion: profile.RowVersion,
    });
    expect(after.json<DisplayedProfile>().Entries).toMatchObject([
      { Shares: '62.50', Effective: '62.5' },
      { Shares: '37.50', Effective: '37.5' },
    ]);
  });
});

describe('the entry of an entity whose members change', () => {
  const ofEntity = ({ Entries }: DisplayedProfile) => Entries[0]!;
  const members = (list: readonly { Name: string; Effective: string | null }[]) =>
    list.map(({ Name, Effective }) => [Name, Effective]);
  const half = (code: string) => desk.entry(code, { Fixed: '50' });

  it('is mismatched until a person settles it, by keeping or by replacing, and again when they change again [U-C-060]', async () => {
    const old = plan.idOf('profile of N001');
    const profile = await desk.saved([desk.entry('N001', { Fixed: '100' })]);
    expect(ofEntity(profile)).toMatchObject({ MemberMismatch: false, Profile: { Id: old } });
    await desk.addMembers('N001', ['E005', 'E001']);
    const next = await desk.saved([half('E005'), half('E001')], { IsCurrent: true, Name: 'Members' }, 'N001');
    const seen = ofEntity(await desk.read(`/${profile.Id}`));
    expect(seen).toMatchObject({ MemberMismatch: true, Profile: { Id: old } });
    expect(members(seen.CurrentMembers)).toEqual([
      ['Participant E005', '50'],
      ['Participant E001', '50'],
    ]);
    expect(seen.OriginalMembers.map(({ Name }) => Name)).not.toEqual(seen.CurrentMembers.map(({ Name }) => Name));

    const resolve = (body: object) => desk.call('POST', `/${profile.Id}/resolve-members`, body);
    const request = { ParticipantId: plan.idOf('N001'), RowVersion: profile.RowVersion };
    expect((await resolve({ ...request, RowVersion: 99 })).statusCode).toBe(409);
    expect(refusalsOf(await resolve({ ...request, Profile: { Id: profile.Id } }))[0]?.[0]).toBe('PROFILE_NOT_USABLE');
    expect(refusalsOf(await resolve({ ...request, ParticipantId: plan.idOf('E001') }))[0]?.[0]).toBe('NO_ENTITY_ENTRY');
    const resolved = (await resolve({ ...request, Reason: 'as agreed' })).json<DisplayedProfile>();
    expect(ofEntity(resolved)).toMatchObject({ MemberMismatch: false, Profile: { Id: old } });
    const edited = await desk.saved([desk.entry('N001', { Fixed: '90', Profile: { Id: old } })], {
      Id: profile.Id,
      RowVersion: resolved.RowVersion,
    });
    expect(ofEntity(edited).MemberMismatch).toBe(false);

    const change = { Id: next.Id, RowVersion: next.RowVersion, IsCurrent: true, Name: 'Members' };
    await desk.addMembers('N001', ['E002']);
    await desk.saved([half('E005'), half('E002')], change, 'N001');
    expect(ofEntity(await desk.read(`/${profile.Id}`)).MemberMismatch).toBe(true);
    const replaced = await resolve({ ...request, RowVersion: edited.RowVersion, Profile: { Id: next.Id } });
    expect(ofEntity(replaced.json<DisplayedProfile>())).toMatchObject({
      MemberMismatch: false,
      Profile: { Id: next.Id },
    });
  });
});

describe('the evidence of a weighted average', () => {
  interface Evidence {
    readonly TotalInvested: string;
    readonly Participants: readonly { readonly ParticipantId: string; readonly Effective: string }[];
    readonly Tranches: readonly {
      readonly InvestedAmount: string;
      readonly Weight: string;
      readonly Allocations: readonly { readonly ParticipantId: string; readonly Weighted: string }[];
    }[];
  }

  /** One tranche of the plan's fund has no amount. */
  async function addSecondTranche(): Promise<void> {
    const { server, tenantId } = desk;
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
      const id = newId();
      await tx.query(`INSERT INTO container (tenant_id, id, kind, name) VALUES ($1, $2, 'tranche', 'Tranche # 2')`, [
        tenantId,
        id,
      ]);
      await tx.query(
        `INSERT INTO tranche (tenant_id, id, investment_id, fund_investment_id, tranche_number, invested_amount)
         SELECT tenant_id, $2, investment_id, fund_investment_id, 2, 400.01 FROM tranche WHERE tenant_id = $1 AND id = $3`,
        [tenantId, id, plan.idOf('MP04/ARP-I/1')],
      );
      await tx.query('UPDATE tranche SET invested_amount = 300 WHERE tenant_id = $1 AND id = $2', [
        tenantId,
        plan.idOf('MP04/ARP-I/1'),
      ]);
    });
  }

  it('adds up: weights to 100, invested amounts to their total, the parts of each participant to the average', async () => {
    const container = plan.idOf('ARP-I');
    await addSecondTranche();
    const evidence = await desk.read<Evidence>(`/${container}/weighted-average-evidence`);
    const sum = (texts: readonly string[]) => texts.reduce((total, text) => total.plus(decimal(text)), decimal('0'));
    expect(evidence.Tranches).toMatchObject([{ InvestedAmount: '300.00' }, { InvestedAmount: '400.01' }]);
    expect(
      sum(evidence.Tranches.map(({ Weight }) => Weight))
        .toDecimalPlaces(8)
        .toString(),
    ).toBe('100');
    expect(sum(evidence.Tranches.map(({ InvestedAmount }) => InvestedAmount)).toFixed(2)).toBe(evidence.TotalInvested);
    for (const { ParticipantId, Effective } of evidence.Participants) {
      const parts = evidence.Tranches.flatMap(({ Allocations }) =>
        Allocations.filter((part) => part.ParticipantId === ParticipantId).map(({ Weighted }) => Weighted),
      );
      expect(sum(parts).minus(decimal(Effective)).abs().lessThan('0.000000001')).toBe(true);
    }
    const file = await desk.call('GET', `/${container}/report/weighted-average`);
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-type']).toContain('spreadsheetml');
    expect((await desk.call('GET', `/${container}/report/history`)).statusCode).toBe(200);
    expect((await desk.call('GET', `/${container}/report/entries`)).statusCode).toBe(200);
    expect((await desk.call('GET', `/${container}/report/nothing`)).statusCode).toBe(400);
  });
});
