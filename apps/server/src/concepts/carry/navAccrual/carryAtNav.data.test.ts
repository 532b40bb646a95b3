import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedPlan, plantCarryPlan } from '../../../testing/plantCarryPlan.ts';
import { responseStatus } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

describe('carry at NAV of a firm without fund figures', () => {
  let server: TestServer;
  let tenantId: string;
  let plan: PlantedPlan;
  let viewer: TestPerson;
  const as: TestServer['as'] = (...session) => server.as(...session);

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    viewer = await server.person(tenantId, { carry: 'viewer' });
    plan = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      plantCarryPlan(tx),
    );
  });
  afterAll(() => server?.stop());

  it('isn’t determined, and each fund says why', async () => {
    const { pageData, parameters } = await as(viewer).reportCarryReconciliation({ query: { asOf: '2024-05-15' } });
    expect(pageData).toHaveLength(4);
    for (const row of pageData)
      expect(row).toMatchObject({
        accrued: null,
        participants: null,
        cause: 'The fund has no carry terms on 03/31/2024. Add them on its Carry tab.',
      });
    // The figures are those of the quarter end before the day.
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'asOf', text: '2024-03-31' }));
  });

  it('of a person has their points, and the reason', async () => {
    const { date, rows, byCurrency } = await as(viewer).getParticipantCarryAtNav({
      params: { id: plan.idOf('E001') },
      query: { asOf: '2024-03-31' },
    });
    expect(date).toBe('2024-03-31');
    expect(byCurrency).toMatchObject([{ currency: 'USD', carryAtNav: null, paid: '0.00', clawbackGross: null }]);
    const covered = (name: string) => byCurrency[0]?.fundsCovered.find(({ field }) => field === name);
    const reason = 'The fund has no carry terms on 03/31/2024. Add them on its Carry tab.';
    for (const name of ['carryAtNav', 'vested', 'unvested', 'clawbackGross', 'clawbackNet'])
      expect(covered(name)).toMatchObject({
        included: 0,
        excluded: expect.arrayContaining([{ id: plan.idOf('ARP-I'), name: 'ARP-I', reason, lastDate: null }]),
      });
    expect(covered('accruedByRealization')).toMatchObject({ excluded: [] });
    const own = rows.find(({ fundId }) => fundId === plan.idOf('ARP-I'));
    expect(own).toMatchObject({
      carryAtNav: null,
      vested: null,
      accruedByRealization: '0.00',
      reason,
    });
    expect(Number(own?.points)).toBeGreaterThan(0);
  });

  it('needs carry rights, an existing participant, and the portal’s setting', async () => {
    const outsider = await server.person(tenantId, { performance: 'administrator' });
    const reader = await server.person(tenantId, { 'participant-portal': 'viewer' });
    const params = { id: plan.idOf('E001') };
    for (const person of [outsider, reader]) {
      expect(await responseStatus(as(person).getParticipantCarryAtNav({ params, query: {} }))).toBe(403);
      expect(await responseStatus(as(person).reportCarryReconciliation({ query: {} }))).toBe(403);
      expect(await responseStatus(as(person).reportCarryAtNav({ query: {} }))).toBe(403);
    }
    const unknown = { id: plan.idOf('ARP-I') };
    expect(await responseStatus(as(viewer).getParticipantCarryAtNav({ params: unknown, query: {} }))).toBe(404);
    expect(await responseStatus(as(reader).getPortalCarryAtNav({ query: {} }))).toBe(404);
  });
});
