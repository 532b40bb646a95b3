import type { SetupStepId } from '@carrara/domain/platform/setupStep';
import { describe, expect, it } from 'vitest';
import { responseStatus } from '../../../testing/testClient.ts';
import { openPeople } from '../../../testing/openPeople.ts';
import type { TestPerson } from '../../../testing/testServer.ts';

describe('the steps of a new firm', () => {
  const firm = openPeople({ administrator: { carry: 'administrator', performance: 'administrator' } });
  const { as } = firm;
  const { administrator } = firm.people;
  let viewer: TestPerson;
  const readSteps = (person: TestPerson = administrator) => as(person).listSetupSteps();
  const stepOf = async (id: SetupStepId, person?: TestPerson) =>
    (await readSteps(person)).steps.find((step) => step.id === id);

  it('are computed from the firm’s data', async () => {
    const { steps, isFinished, isDismissed } = await readSteps();
    expect({ isFinished, isDismissed }).toEqual({ isFinished: false, isDismissed: false });
    expect(steps.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'firmProfile open',
      'people open',
      'currencies open',
      'fund open',
      'participants open',
      'allocationProfile blocked',
      'distribution blocked',
      'quarter blocked',
    ]);
  });

  it('offer rates by hand once there is a currency pair', async () => {
    expect((await stepOf('currencies'))?.recordId).toBeNull();
    for (const code of ['CHF', 'USD']) await firm.server.referenceEntry(firm.tenantId, 'currency', code);
    const { id } = await as(administrator).saveCurrencyPair({
      body: { sourceCurrencyCode: 'CHF', destinationCurrencyCode: 'USD' },
    });
    expect((await stepOf('currencies'))?.recordId).toBe(id);
  });

  it('count an invited colleague', async () => {
    const roles = [{ application: 'carry', role: 'viewer' }] as const;
    const person = { firstName: 'Ben', lastName: 'Example', email: '', username: 'ben@rowan.example', roles };
    const portal = [{ application: 'participant-portal', role: 'viewer' }] as const;
    await as(administrator).saveUser({ body: { ...person, username: 'cy@rowan.example', roles: [...portal] } });
    expect(await stepOf('people')).toMatchObject({ state: 'open' });
    const invited = await as(administrator).saveUser({ body: { ...person, roles: [...roles] } });
    expect(await stepOf('people')).toMatchObject({ state: 'done', doneBy: 'Ada Example' });
    await as(administrator).deleteUser({ params: { id: invited.id } });
    expect(await stepOf('people')).toMatchObject({ state: 'open' });
  });

  it('tick themselves, and name the author and the next record', async () => {
    viewer = await firm.server.person(firm.tenantId, { carry: 'viewer' });
    expect(await stepOf('people')).toMatchObject({ state: 'done' });
    const { id } = await as(administrator).saveFund({
      body: {
        code: 'RB-I',
        legalName: 'Rowan Bridge Fund I, L.P.',
        currency: { id: await firm.server.referenceEntry(firm.tenantId, 'currency', 'EUR') },
      },
    });
    expect(await stepOf('fund')).toMatchObject({ state: 'done', doneBy: 'Ada Example' });
    expect(await stepOf('quarter')).toMatchObject({ state: 'open', recordId: id });
    expect(await stepOf('allocationProfile')).toMatchObject({
      state: 'blocked',
      after: ['participants'],
      recordId: id,
    });
    expect(await stepOf('currencies')).toMatchObject({ state: 'open', missing: ['EUR'] });
  });

  it('count the parts of the firm profile that were saved', async () => {
    expect((await stepOf('firmProfile'))?.missing).toContain('timeZone');
    const { rowVersion } = await as(administrator).getTenantSettings();
    const body = { rowVersion, timeZone: 'America/New_York', legalName: 'Rowan Bridge Partners LLC' };
    await as(administrator).saveTenantSettings({ body });
    expect((await stepOf('firmProfile'))?.missing).toEqual(['legalAddress', 'logo', 'baseCurrency']);
  });

  it('name the people who can do the steps that the reader cannot', async () => {
    expect((await stepOf('firmProfile', viewer))?.people).toEqual(['Ada Example']);
    expect((await stepOf('firmProfile'))?.people).toEqual([]);
  });

  it('can be dismissed by an administrator, and restored', async () => {
    expect(await responseStatus(as(viewer).dismissSetup({ body: { isDismissed: true } }))).toBe(403);
    await as(administrator).dismissSetup({ body: { isDismissed: true } });
    expect((await readSteps(viewer)).isDismissed).toBe(true);
    // The setting isn't one of the form, which stays as it was.
    expect(await as(administrator).getTenantSettings()).not.toHaveProperty('isSetupDismissed');
    await as(administrator).dismissSetup({ body: { isDismissed: false } });
    expect((await readSteps()).isDismissed).toBe(false);
  });

  it('are for the staff', async () => {
    const participant = await firm.server.person(firm.tenantId, { 'participant-portal': 'viewer' });
    expect(await responseStatus(as(participant).listSetupSteps())).toBe(403);
  });
});
