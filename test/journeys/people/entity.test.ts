import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { type Api, connectApi } from '../connectApi.ts';
import { type Person, Stage } from '../harness.ts';

const [inner, outer] = ['Harbor Staff Scheme', 'Harbor Holding LLC'];

/** One story: an entity inside another one, whose members change while a profile names them, until both agree again. */
describe("an entity's members", { sequential: true }, () => {
  let stage: Stage;
  let ada: Page;
  let api: Api;
  const ids = new Map<string, string>();
  const idOf = (name: string) => ids.get(name) ?? '';

  beforeAll(async () => {
    stage = await Stage.open();
    const [first] = (await stage.firm('Member Partners', [['Ada', 'administrator']])) as readonly [Person];
    ada = await stage.signedIn(first);
    api = await connectApi(ada);
    await plant();
  });

  async function plant(): Promise<void> {
    const classes = await api.read<readonly { readonly Id: string }[]>('/api/reference/participant-class');
    const partner = { Id: classes[0]?.Id };
    const schedule = await api.save('/api/carry/vestingschedule', {
      Name: 'At once',
      ParticipantClass: partner,
      IsDefault: true,
      Details: [{ PeriodStart: 0, VestedPercentage: '100' }],
    });
    const eligible = { CarryEligibleDate: '2020-01-01' };
    for (const [FirstName, LastName] of [
      ['Nora', 'Lind'],
      ['Omar', 'Haddad'],
      ['Petra', 'Kovac'],
    ]) {
      const created = await api.save('/api/carry/employee', { FirstName, LastName, ...eligible });
      ids.set(`${FirstName} ${LastName}`, created.Id);
    }
    const entity = async (name: string, parts: Readonly<Record<string, string>>) => {
      const Members = Object.keys(parts).map((member) => ({ ParticipantId: idOf(member) }));
      ids.set(name, (await api.save('/api/carry/participantEntity', { Name: name, ...eligible, Members })).Id);
      await api.save(`/api/carry/allocationprofile/${idOf(name)}/allocation`, {
        Name: `${name} Allocation Profile`,
        EffectiveDate: '2020-01-01',
        IsCurrent: true,
        IsShareBased: false,
        Entries: Object.entries(parts).map(([member, Fixed]) => ({
          ParticipantId: idOf(member),
          Fixed,
          ParticipantClass: partner,
          VestingSchedule: { Id: schedule.Id },
        })),
      });
    };
    await entity(inner, { 'Nora Lind': '25', 'Omar Haddad': '75' });
    await entity(outer, { 'Nora Lind': '60', [inner]: '40' });
  }

  const row = (name: string) => ada.getByRole('row', { name: new RegExp(name) });
  const membersOf = (name: string) => stage.visit(ada, `/carry/entity/${idOf(name)}/profile/members`);

  it('are listed down to individual people', async () => {
    await membersOf(outer);
    await row(inner).getByText('40.0000').waitFor();
    await row('Omar Haddad').getByText('75.0000').waitFor();
    await row('Nora Lind').nth(1).getByText('25.0000').waitFor();
  });

  it('are offered only if they can be added', async () => {
    await membersOf(inner);
    await ada.getByRole('button', { name: 'Add members' }).click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: /Petra Kovac/ }).check();
    for (const name of ['Omar Haddad', outer, inner])
      await dialog.getByRole('checkbox', { name: new RegExp(name) }).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Add 1' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row('Petra Kovac').waitFor();
  });

  it('are reported as different from the profiles, for the entity and those above it', async () => {
    await ada.getByText('Members without a share: Petra Kovac.').waitFor();
    await ada.getByRole('link', { name: `${outer}, ${outer} Allocation Profile` }).waitFor();
    await membersOf(outer);
    await row(inner).getByText('Members don’t match the profile').waitFor();
    await membersOf(inner);
    await ada.getByRole('link', { name: 'Open the allocation profile' }).click();
    await ada.getByRole('heading', { level: 1, name: `${inner} Allocation Profile` }).waitFor();
  });

  it('match again once the added member is removed', async () => {
    await membersOf(inner);
    await row('Petra Kovac').getByRole('button', { name: 'Remove' }).click();
    await ada.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row('Petra Kovac').waitFor({ state: 'detached' });
    await ada.getByText('Members without a share').waitFor({ state: 'detached' });
  });
});
