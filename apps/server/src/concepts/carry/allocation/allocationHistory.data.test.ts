import { decimal } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AllocationDesk,
  effectiveShares,
  readRefusals,
  type DisplayedProfile,
} from '../../../testing/allocationDesk.ts';
import type { PlantedPlan } from '../../../testing/plantCarryPlan.ts';
import { type BodyOf, type QueryOf, refusal, responseStatus } from '../../../testing/testClient.ts';

let desk: AllocationDesk;
let plan: PlantedPlan;

beforeAll(async () => {
  desk = await AllocationDesk.open();
  ({ plan } = desk);
});
afterAll(() => desk.server.stop());

describe('the history of an allocation profile', () => {
  it('compares any two states by participant, and by the typed values', async () => {
    const [first, second, third, fourth] = desk.example();
    const created = await desk.save([first, second, third, fourth], { reason: 'made' });
    const revised = await desk.save([{ ...first, fixed: '12' }, second, third, fourth], {
      id: created.id,
      rowVersion: created.rowVersion,
      reason: 'a raise',
    });
    const copy = await desk.save([second, third, fourth, desk.entry('E005', { fixed: '15', discretionary: '2' })], {
      copiedFrom: { id: created.id },
      reason: 'E001 has left',
    });
    const compare = (query: QueryOf<'compareAllocationProfiles'> = {}) =>
      desk.calls.compareAllocationProfiles({ params: { id: copy.id }, query });
    const usual = await compare();
    expect(usual).toMatchObject({
      from: { profileId: created.id, revision: 2, reason: 'a raise', changedBy: 'Ada Example' },
      to: { profileId: copy.id, revision: 1, reason: 'E001 has left' },
      totalBefore: '100',
      totalAfter: '100',
    });
    expect(usual.participants).toMatchObject([
      { name: 'Participant E002', change: 'same', before: '20', after: '20', difference: '0' },
      { name: 'Participant E003', change: 'same', before: '37.8', after: '37.8' },
      { name: 'Participant E004', change: 'same', before: '25.2', after: '25.2' },
      {
        name: 'Participant E005',
        change: 'added',
        before: null,
        after: '17',
        inputsBefore: null,
        inputsAfter: { predilute: null, fixed: '15', discretionary: '2', shares: null },
      },
      { name: 'Participant E001', change: 'removed', before: '17', after: null, difference: '-17', inputsAfter: null },
    ]);
    const far = await compare({ fromProfileId: revised.id, fromRevision: 2, toProfileId: created.id, toRevision: 1 });
    expect(far.participants[0]).toMatchObject({
      change: 'changed',
      before: '17',
      after: '15',
      difference: '-2',
      inputsBefore: { fixed: '12' },
      inputsAfter: { fixed: '10' },
    });
    expect(await responseStatus(compare({ fromProfileId: created.id, fromRevision: 9 }))).toBe(404);
  });

  it('names the profile in force on a day among those of the container', async () => {
    const dated = await desk.save(desk.example(), { effectiveDate: '2024-07-01' });
    const inForce = async (asOf?: string) =>
      (await desk.calls.listContainerAllocationProfiles({ params: { id: plan.idOf('CO-HEL') }, query: { asOf } }))
        .filter(({ isInForce }) => isInForce)
        .map(({ id }) => id);
    expect(await inForce('2024-06-30')).toEqual([plan.idOf('profile of CO-HEL')]);
    expect(await inForce('2010-01-01')).toEqual([]);
    const { id, rowVersion } = dated;
    await desk.calls.setDefaultAllocationProfile({ params: { id }, body: { rowVersion } });
    expect(await inForce('2024-07-01')).toEqual([dated.id]);
    expect(await inForce('2024-06-30')).toEqual([plan.idOf('profile of CO-HEL')]);
    expect(await inForce()).toEqual([dated.id]);
  });
});

describe('a reallocation', () => {
  it('is refused after another save, without a recipient, to the removed entry, and for an empty entry', async () => {
    const profile = await desk.save([...desk.example(), desk.entry('E005', {})]);
    const id = (code: string) => plan.idOf(code);
    const reallocate = (body: BodyOf<'reallocateAllocationProfile'>) =>
      desk.calls.reallocateAllocationProfile({ params: { id: profile.id }, body });
    const request = { removed: id('E004'), recipients: [id('E001')] };
    const codeOf = async (body: typeof request) => (await readRefusals(reallocate(body)))[0]?.[0];
    expect(await responseStatus(reallocate({ ...request, rowVersion: profile.rowVersion + 1 }))).toBe(409);
    expect(await responseStatus(reallocate({ ...request, recipients: [] }))).toBe(400);
    expect(await codeOf({ ...request, recipients: [id('E004')] })).toBe('REMOVED_IS_RECIPIENT');
    expect(await codeOf({ ...request, removed: id('E005') })).toBe('NOTHING_TO_REALLOCATE');
    expect(await codeOf({ ...request, recipients: [id('E005')] })).toBe('RECIPIENTS_HAVE_NOTHING');
    const both = [
      reallocate({ ...request, rowVersion: profile.rowVersion }),
      reallocate({ ...request, removed: id('E003'), rowVersion: profile.rowVersion }),
    ];
    expect(new Set(await Promise.all(both.map(responseStatus)))).toEqual(new Set([200, 409]));
  });

  it('returns shares for a share-based profile', async () => {
    const shares = (code: string, shares: string) => desk.entry(code, { shares });
    const profile = await desk.save([shares('E001', '50'), shares('E002', '30'), shares('E003', '20')], {
      isShareBased: true,
    });
    expect(effectiveShares(profile)).toEqual(['50', '30', '20']);
    const after = await desk.calls.reallocateAllocationProfile({
      params: { id: profile.id },
      body: {
        removed: plan.idOf('E003'),
        recipients: [plan.idOf('E001'), plan.idOf('E002')],
        rowVersion: profile.rowVersion,
      },
    });
    expect(after.entries).toMatchObject([
      { shares: '62.50', effective: '62.5' },
      { shares: '37.50', effective: '37.5' },
    ]);
  });
});

describe('the entry of an entity whose members change', () => {
  const ofEntity = ({ entries }: DisplayedProfile) => entries[0]!;
  const members = (list: readonly { name: string; effective: string | null }[]) =>
    list.map(({ name, effective }) => [name, effective]);
  const half = (code: string) => desk.entry(code, { fixed: '50' });

  it('is mismatched until a person settles it, by keeping or by replacing, and again when they change again [U-C-060]', async () => {
    const old = plan.idOf('profile of N001');
    const profile = await desk.save([desk.entry('N001', { fixed: '100' })]);
    expect(ofEntity(profile)).toMatchObject({ memberMismatch: false, profile: { id: old } });
    const read = () => desk.calls.getAllocationProfile({ params: { id: profile.id } });
    await desk.addMembers('N001', ['E005', 'E001']);
    const next = await desk.save([half('E005'), half('E001')], { isCurrent: true, name: 'Members' }, 'N001');
    const visible = ofEntity(await read());
    expect(visible).toMatchObject({ memberMismatch: true, profile: { id: old } });
    expect(members(visible.currentMembers)).toEqual([
      ['Participant E005', '50'],
      ['Participant E001', '50'],
    ]);
    expect(visible.originalMembers.map(({ name }) => name)).not.toEqual(visible.currentMembers.map(({ name }) => name));

    const resolve = (body: BodyOf<'resolveAllocationProfileMembers'>) =>
      desk.calls.resolveAllocationProfileMembers({ params: { id: profile.id }, body });
    const request = { participantId: plan.idOf('N001'), rowVersion: profile.rowVersion };
    expect((await refusal(resolve({ ...request, rowVersion: 99 }))).status).toBe(409);
    expect((await readRefusals(resolve({ ...request, profile: { id: profile.id } })))[0]?.[0]).toBe(
      'PROFILE_NOT_USABLE',
    );
    expect((await readRefusals(resolve({ ...request, participantId: plan.idOf('E001') })))[0]?.[0]).toBe(
      'NO_ENTITY_ENTRY',
    );
    const resolved = await resolve({ ...request, reason: 'as agreed' });
    expect(ofEntity(resolved)).toMatchObject({ memberMismatch: false, profile: { id: old } });
    const edited = await desk.save([desk.entry('N001', { fixed: '90', profile: { id: old } })], {
      id: profile.id,
      rowVersion: resolved.rowVersion,
    });
    expect(ofEntity(edited).memberMismatch).toBe(false);

    const change = { id: next.id, rowVersion: next.rowVersion, isCurrent: true, name: 'Members' };
    await desk.addMembers('N001', ['E002']);
    await desk.save([half('E005'), half('E002')], change, 'N001');
    expect(ofEntity(await read()).memberMismatch).toBe(true);
    const replaced = await resolve({ ...request, rowVersion: edited.rowVersion, profile: { id: next.id } });
    expect(ofEntity(replaced)).toMatchObject({ memberMismatch: false, profile: { id: next.id } });
  });
});

describe('the evidence of a weighted average', () => {
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
    const evidence = await desk.calls.getWeightedAverageEvidence({ params: { containerId: container } });
    const sum = (texts: readonly (string | null)[]) =>
      texts.reduce((total, text) => total.plus(decimal(text!)), decimal('0'));
    expect(evidence.tranches).toMatchObject([{ investedAmount: '300.00' }, { investedAmount: '400.01' }]);
    expect(
      sum(evidence.tranches.map(({ weight }) => weight))
        .toDecimalPlaces(8)
        .toString(),
    ).toBe('100');
    expect(sum(evidence.tranches.map(({ investedAmount }) => investedAmount)).toFixed(2)).toBe(evidence.totalInvested);
    for (const { participantId, effective } of evidence.participants) {
      const parts = evidence.tranches.flatMap(({ allocations }) =>
        allocations.filter((part) => part.participantId === participantId).map(({ weighted }) => weighted),
      );
      expect(sum(parts).minus(decimal(effective)).abs().lessThan('0.000000001')).toBe(true);
    }
    const report = (type: string) =>
      desk.server.call(desk.editor.token, desk.tenantId, {
        method: 'GET',
        url: `/api/carry/allocationprofile/${container}/report/${type}`,
      });
    const file = await report('weighted-average');
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-type']).toContain('spreadsheetml');
    expect((await report('history')).statusCode).toBe(200);
    expect((await report('entries')).statusCode).toBe(200);
    expect((await report('nothing')).statusCode).toBe(400);
  });
});
