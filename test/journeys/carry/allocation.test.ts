import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, connectApi } from '../connectApi.ts';
import { cellText, openCell, typeIntoGrid } from '../grid.ts';
import { type Person, Stage } from '../harness.ts';

const fundName = 'Harbor Fund I, L.P.';
const profileName = `${fundName} Allocation Profile`;
const holding = 'Harbor Holding LLC';
const blocked =
  'This profile can not be edited because it is associated with a distribution. Do you want to create a copy of this profile?';

/** One story in order. A fund is allocated, people leave and join, a distribution uses the profile, and two people edit it together. */
describe("a fund's allocation", { sequential: true }, () => {
  let stage: Stage;
  let ada: Page;
  let ben: Page;
  let api: Api;
  let fund: string;
  let entity: string;
  const ids = new Map<string, string>();
  const idOf = (name: string) => ids.get(name) ?? '';

  beforeAll(async () => {
    stage = await Stage.open();
    const people = await stage.firm('Harbor Partners', [
      ['Ada', 'administrator'],
      ['Ben', 'editor'],
    ]);
    const [first, second] = people as readonly [Person, Person];
    [ada, ben] = await Promise.all([stage.signedIn(first), stage.signedIn(second)]);
    api = await connectApi(ada);
    await plant();
  });

  async function plant(): Promise<void> {
    type Entries = readonly { readonly Id: string; readonly Code: string }[];
    const [classes, currencies] = await Promise.all([
      api.read<Entries>('/api/reference/participant-class'),
      api.read<Entries>('/api/reference/currency'),
    ]);
    const partner = { Id: classes[0]?.Id };
    await api.save('/api/carry/vestingschedule', {
      Name: 'Straight line',
      ParticipantClass: partner,
      IsDefault: true,
      Details: [{ PeriodStart: 0, VestedPercentage: '100' }],
    });
    const eligible = { CarryEligibleDate: '2020-01-01', ParticipantClass: partner };
    for (const [FirstName, LastName] of [
      ['Nora', 'Lind'],
      ['Omar', 'Haddad'],
      ['Petra', 'Kovac'],
      ['Quinn', 'Reed'],
      ['Rosa', 'Silva'],
    ]) {
      const saved = await api.save('/api/carry/employee', {
        FirstName,
        LastName,
        HireDate: '2019-01-01',
        ...eligible,
      });
      ids.set(`${FirstName} ${LastName}`, saved.Id);
    }
    const members = ['Quinn Reed', 'Rosa Silva'].map((name) => ({ ParticipantId: idOf(name) }));
    const created = await api.save('/api/carry/participantEntity', {
      Name: holding,
      CarryEligibleDate: '2020-01-01',
      Members: members,
    });
    entity = created.Id;
    const currency = currencies.find(({ Code }) => Code === 'USD')?.Id;
    const saved = await api.save('/api/carry/fund', {
      Code: 'HF-I',
      LegalName: fundName,
      Currency: { Id: currency },
      InitialCloseDate: '2020-01-01',
    });
    fund = saved.Id;
  }

  const grid = (page: Page) => page.getByRole('region', { name: 'Allocation profile entries' });
  const dialogOf = (page: Page) => page.getByRole('dialog').last();
  const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
  const fill = async (row: string, column: string, text: string) => {
    await typeIntoGrid(ada, grid(ada), { row, column, text });
    await expect.poll(() => cellText(grid(ada), row, column)).toBe(text);
  };
  const choose = async (row: string, column: string, text: string) => {
    await openCell(ada, grid(ada), row, column);
    await ada.locator('#portal select').selectOption({ label: text });
    await ada.keyboard.press('Enter');
    await expect.poll(() => cellText(grid(ada), row, column)).toBe(text);
  };
  const effective = (row: string) => expect.poll(() => cellText(grid(ada), row, 'Effective %'));
  const rowOf = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Entries' }).getByRole('row', { name: new RegExp(name) });
  const expectRow = (page: Page, name: string) => expect.poll(() => rowOf(page, name).innerText());
  const act = async (page: Page, name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  async function addParticipants(names: readonly string[]): Promise<void> {
    await ada.getByRole('button', { name: 'Add participants' }).first().click();
    const dialog = dialogOf(ada);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Choose at least one participant.').waitFor();
    for (const name of names) await dialog.getByRole('checkbox', { name: new RegExp(name) }).check();
    await dialog.getByRole('button', { name: `Add ${String(names.length)}` }).click();
    await dialog.waitFor({ state: 'detached' });
    // The row of an entity appears once its profiles are loaded.
    for (const name of names) await expect.poll(() => cellText(grid(ada), name, 'Participant')).toContain(name);
  }

  it('gives an entity a profile that starts with its members and must total exactly 100 [U-C-121]', async () => {
    await stage.visit(ada, `/carry/entity/${entity}/allocation/create`);
    await grid(ada).waitFor();
    await fill('Quinn Reed', 'Fixed %', '60');
    await ada.getByText(/The members total 60/).waitFor();
    await fill('Rosa Silva', 'Fixed %', '40');
    await ada.getByText('Effective 100.0000%').waitFor();
    await save(ada);
    await toast(ada, `${holding} Allocation Profile saved successfully`);
  });

  it('sets the first profile of a fund as its default [U-C-058 M-C-047 U-C-133]', async () => {
    await stage.visit(ada, `/carry/fund/${fund}/profile/allocation`);
    await ada.getByText('There are no records to display').first().waitFor();
    await ada.getByRole('link', { name: 'Add allocation profile' }).click();
    expect(await ada.getByLabel('Name').inputValue()).toBe(profileName);
    await ada.getByRole('textbox', { name: 'Effective date' }).fill('01/01/2024');
    await addParticipants(['Nora Lind', 'Omar Haddad', 'Petra Kovac', holding]);
    await ada.getByRole('button', { name: 'Add participants' }).first().click();
    await dialogOf(ada).getByText('Carry-eligible participants (2)').waitFor();
    await dialogOf(ada).getByRole('checkbox', { name: 'Quinn Reed' }).waitFor();
    expect(
      await dialogOf(ada)
        .getByRole('checkbox', { name: /Nora Lind/ })
        .count(),
      'in it already',
    ).toBe(0);
    await dialogOf(ada).getByRole('button', { name: 'Cancel' }).click();
    await fill('Nora Lind', 'Fixed %', '10');
    await fill('Nora Lind', 'Discretionary %', '5');
    await fill('Omar Haddad', 'Fixed %', '20');
    await fill('Petra Kovac', 'Predilute %', '60');
    await fill(holding, 'Predilute %', '40');
    await choose(holding, 'Class', 'Partner');
    await effective('Petra Kovac').toBe('39');
    await effective(holding).toBe('26');
    await save(ada);
    await toast(ada, `${profileName} saved successfully`);
    await expectRow(ada, 'Petra Kovac').toContain('39.0000');
    await ada.getByText('Default', { exact: true }).first().waitFor();
  });

  it('asks whether to reallocate when a participant is removed in the editor [U-C-130 U-C-132 M-C-055 M-C-058 M-C-056 M-C-057]', async () => {
    await ada.getByRole('button', { name: 'Edit', exact: true }).click();
    await openCell(ada, grid(ada), 'Omar Haddad', 'Remove');
    const question = dialogOf(ada);
    await question
      .getByText("Do you want to reallocate? (Give this participant's rate to other participants)")
      .waitFor();
    for (const label of ['Cancel', 'Delete'])
      await question.getByRole('button', { name: label, exact: true }).waitFor();
    await question.getByRole('button', { name: 'Reallocate' }).click();
    const dialog = ada.getByRole('dialog', { name: 'Reallocate' });
    await dialog.getByText('20.0000%').waitFor();
    await dialog.getByRole('checkbox', { name: 'All recipients' }).uncheck();
    await dialog.getByRole('button', { name: 'Reallocate' }).click();
    await dialog.getByText('Choose at least one recipient.').waitFor();
    await dialog.getByRole('checkbox', { name: 'Nora Lind' }).check();
    await dialog.getByRole('checkbox', { name: 'Petra Kovac' }).check();
    await dialog.getByRole('button', { name: 'Reallocate' }).click();
    // 20 split in proportion to 15 and 39: 5.5556 and 14.4444.
    await effective('Nora Lind').toBe('20.5556');
    await effective('Petra Kovac').toBe('53.4444');
    await ada.getByRole('button', { name: 'Undo' }).click();
    await effective('Nora Lind').toBe('15');
    await ada.getByRole('button', { name: 'Cancel' }).click();
  });

  it('reallocates on the profile page, with a reason in its history', async () => {
    await act(ada, 'Omar Haddad', 'Reallocate');
    const dialog = ada.getByRole('dialog', { name: 'Reallocate' });
    await dialog.getByRole('checkbox', { name: holding }).uncheck();
    await dialog.getByLabel('Reason for the change').fill('Omar leaves the firm');
    await dialog.getByRole('button', { name: 'Reallocate' }).click();
    await toast(ada, `${profileName} updated successfully`);
    await expectRow(ada, 'Nora Lind').toContain('20.5556');
    await ada.getByRole('link', { name: 'History' }).click();
    const versions = ada.getByRole('region', { name: 'Versions' });
    await versions.getByRole('row', { name: /revision 2.*Ada Example.*Omar leaves the firm/ }).waitFor();
    const changes = ada.getByRole('region', { name: 'From Version 1 to Version 1, revision 2' });
    await changes.getByRole('row', { name: /Omar Haddad.*Removed.*20\.0000/ }).waitFor();
    await changes.getByRole('row', { name: /Nora Lind.*Changed.*15\.0000.*20\.5556.*5\.5556/ }).waitFor();
  });

  it('updates an entity whose members have changed [U-C-060 U-C-059 M-C-048]', async () => {
    const record = await api.read<{ RowVersion: number }>(`/api/carry/participantEntity/${entity}`);
    await api.save('/api/carry/participantEntity', {
      Id: entity,
      RowVersion: record.RowVersion,
      Name: holding,
      CarryEligibleDate: '2020-01-01',
      Members: ['Quinn Reed', 'Omar Haddad'].map((name) => ({ ParticipantId: idOf(name) })),
    });
    await ada.getByRole('link', { name: 'Overview' }).click();
    await ada.reload();
    await ada.getByText(`The members of ${holding} have changed since this profile was created.`).waitFor();
    // In the editor, the message is below the grid, so that it moves no row.
    await ada.getByRole('button', { name: 'Edit', exact: true }).click();
    const grid = ada.getByRole('region', { name: /entries/i });
    const note = ada.getByText(`The members of ${holding} have changed`);
    await note.waitFor();
    const topOf = async (locator: typeof note) => (await locator.boundingBox())?.y ?? 0;
    await grid.waitFor();
    expect(await topOf(note)).toBeGreaterThan(await topOf(grid));
    await ada.goBack();
    await note.waitFor();
    await ada.getByRole('button', { name: 'Resolve' }).click();
    const dialog = ada.getByRole('dialog', { name: `Members of ${holding}` });
    await dialog.getByRole('row', { name: /Rosa Silva.*40\.0000.*Left/ }).waitFor();
    await dialog.getByRole('row', { name: /Omar Haddad.*Added/ }).waitFor();
    await dialog.getByText(`'${holding} Allocation Profile ${fundName}' becomes the default profile`).waitFor();
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await dialog.getByText('The members’ percentages must total exactly 100.').waitFor();
    await dialog.getByLabel('Omar Haddad').fill('40');
    await dialog.getByText('100.0000%').waitFor();
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await dialog.waitFor({ state: 'detached' });
    await toast(ada, `${profileName} updated successfully`);
    await ada.getByText(`The members of ${holding} have changed`).waitFor({ state: 'detached' });
    await ada.getByRole('button', { name: 'Expand' }).click();
    await expectRow(ada, 'Omar Haddad').toContain('40.0000%');
  });

  it('keeps a version in use by a distribution, and saves a copy as the next one [U-C-053 U-C-055 U-C-057 M-C-012 M-C-046 M-C-049 M-C-050 M-C-073 M-C-076 M-C-096]', async () => {
    await api.save('/api/carry/distribution/save-distribution', {
      Name: 'First distribution',
      DistributionDate: '2026-09-30',
      DefaultEscrow: '0',
      DefaultTerminatedEscrow: '0',
      DistributionSources: [{ Source: { Id: fund }, Type: 'Fund', NetDistributableAmount: '1000000.00' }],
    });
    const used = ada.url();
    await ada.reload();
    await ada.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialogOf(ada).getByText(blocked).waitFor();
    await dialogOf(ada).getByRole('button', { name: 'Cancel' }).click();
    await ada.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialogOf(ada).getByRole('button', { name: 'Create Copy' }).click();
    await ada.getByRole('heading', { name: 'Copy Allocation Profile' }).waitFor();
    expect(await ada.getByLabel('Name').inputValue()).toBe(`Copy of ${profileName}`);
    await ada.getByRole('textbox', { name: 'Effective date' }).fill('10/01/2026');
    await fill('Nora Lind', 'Discretionary %', '15');
    await ada.getByLabel('Reason for the change').fill('Nora is promoted');
    await save(ada);
    await dialogOf(ada).getByRole('button', { name: 'Set as default' }).click();
    await toast(ada, `Copy of ${profileName} is now set as the default profile.`);
    await ada.getByText('Version 2', { exact: true }).waitFor();
    const runs = await api.read<{ PageData: readonly { Id: string }[] }>('/api/carry/distribution');
    const run = await api.read<{ DistributionSources: readonly { AllocationProfile: { Id: string } }[] }>(
      `/api/carry/distribution/${runs.PageData[0]?.Id ?? ''}`,
    );
    expect(used).toContain(run.DistributionSources[0]?.AllocationProfile.Id ?? 'none');
  });

  it("shows the allocation as of any day, and lists the fund's versions", async () => {
    await ada.getByRole('textbox', { name: 'As of' }).fill('09/30/2026');
    await ada.getByText(/In force on 09\/30\/2026/).waitFor();
    await expectRow(ada, 'Nora Lind').toContain('20.5556');
    await ada.getByRole('textbox', { name: 'As of' }).fill('01/01/2020');
    await ada.getByText('No allocation profile was in force on 01/01/2020.').waitFor();
    await stage.visit(ada, `/carry/fund/${fund}/profile/allocation`);
    await ada.getByRole('button', { name: 'Version history' }).click();
    const dialog = ada.getByRole('dialog', { name: /version history/ });
    const from = dialog.getByLabel('From', { exact: true });
    const firstVersion = from.locator('option', { hasText: /^Version 1 ·/ });
    await from.selectOption((await firstVersion.getAttribute('value')) ?? '');
    await dialog.getByRole('row', { name: /Omar Haddad.*Removed.*20\.0000/ }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await ada
      .getByRole('row', { name: /Version|Copy of/ })
      .first()
      .waitFor();
  });

  it('deletes a profile that is not the default and not used', async () => {
    await ada
      .getByRole('region', { name: 'Allocation profiles' })
      .getByRole('link', { name: /^Copy of/ })
      .click();
    await ada.getByText('Version 2', { exact: true }).waitFor();
    expect(await ada.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await ada.getByRole('link', { name: 'Copy', exact: true }).click();
    await ada.getByRole('heading', { name: 'Copy Allocation Profile' }).waitFor();
    await save(ada);
    await dialogOf(ada).getByRole('button', { name: 'Not now' }).click();
    await ada.getByText('Version 3', { exact: true }).waitFor();
    await ada.getByRole('button', { name: 'Delete' }).click();
    await dialogOf(ada).getByText('Are you sure you want to continue?').waitFor();
    await dialogOf(ada).getByRole('button', { name: 'Delete' }).click();
    await toast(ada, 'deleted successfully');
  });

  it('notifies the second of two people who edit a profile, and loses no input', async () => {
    await ada
      .getByRole('region', { name: 'Allocation profiles' })
      .getByRole('link', { name: /^Copy of/ })
      .click();
    await ada.getByText('Version 2', { exact: true }).waitFor();
    await ada.getByRole('button', { name: 'Edit', exact: true }).click();
    await grid(ada).waitFor();
    await ben.goto(ada.url());
    await grid(ben).locator('canvas').first().waitFor();
    await typeIntoGrid(ben, grid(ben), { row: 'Petra Kovac', column: 'Predilute %', text: '50' });
    await fill('Nora Lind', 'Discretionary %', '16');
    await save(ada);
    await toast(ada, 'updated successfully');
    await save(ben);
    await dialogOf(ben)
      .getByText(/Ada Example saved it/)
      .waitFor();
    await dialogOf(ben).getByRole('button', { name: 'Keep editing' }).click();
    expect(await cellText(grid(ben), 'Petra Kovac', 'Predilute %')).toBe('50');
  });

  it("starts new profiles share-based if the firm's setting says so", async () => {
    const settings = await api.read<{ RowVersion: number }>('/api/tenant/settings');
    await api.save('/api/tenant/settings', { RowVersion: settings.RowVersion, ShareBasedAllocations: 'True' });
    await stage.visit(ada, `/carry/fund/${fund}/allocation/create`);
    await ada.reload();
    await ada.getByRole('checkbox', { name: 'Share based', checked: true }).waitFor();
    await addParticipants(['Nora Lind', 'Petra Kovac']);
    await fill('Nora Lind', 'Shares', '300');
    await fill('Petra Kovac', 'Shares', '100');
    await effective('Nora Lind').toBe('75');
    await ada.getByRole('checkbox', { name: 'Share based' }).uncheck();
    await fill('Nora Lind', 'Fixed %', '40');
    await effective('Nora Lind').toBe('40');
    await ada.getByRole('checkbox', { name: 'Share based' }).check();
    await effective('Petra Kovac').toBe('25');
    await ada.getByLabel('Name').fill('Share plan');
    await save(ada);
    await dialogOf(ada).getByRole('button', { name: 'Not now' }).click();
    await expectRow(ada, 'Nora Lind').toContain('300.00');
    await act(ada, 'Petra Kovac', 'Reallocate');
    const dialog = ada.getByRole('dialog', { name: 'Reallocate' });
    await dialog.getByRole('button', { name: 'Reallocate' }).click();
    await expectRow(ada, 'Nora Lind').toContain('400.00');
  });
});
