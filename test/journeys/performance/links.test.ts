import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, connectApi } from '../connectApi.ts';
import { type Person, Stage } from '../harness.ts';

const end = '2026-06-30';

/** Returns a reference to an entry of reference data. */
async function entryOf(api: Api, type: string, code: string) {
  const all = await api.read<{ Id: string; Code: string }[]>(`/api/reference/${type}`);
  return { Id: all.find(({ Code }) => Code === code)?.Id };
}

/** One story in order in two browsers: a manager and its investor link to each other, and a locked quarter is transferred. */
describe("sending a quarter from a manager to an investor's tenant", { sequential: true }, () => {
  let stage: Stage;
  /** The pages of the manager and of the LP tenant. */
  let manager: Page;
  let investor: Page;
  let managers: Api;
  const ids = { investor: '', other: '', firm: '' };

  beforeAll(async () => {
    stage = await Stage.open();
    const [ada] = (await stage.firm('Moorland Partners', [['Ada', 'administrator']], ['performance'])) as [Person];
    const [lea] = (await stage.firm('Lake Endowment', [['Lea', 'administrator']], ['performance-lp'])) as [Person];
    manager = await stage.signedIn(ada);
    investor = await stage.signedIn(lea);
    managers = await connectApi(manager);
    const base = '/api/performance';
    const { Id: VehicleId } = await managers.save(`${base}/fund`, {
      Code: 'F1',
      Name: 'Ridge Fund I',
      Currency: await entryOf(managers, 'currency', 'EUR'),
    });
    const Type = await entryOf(managers, 'investor-type', 'INVESTOR');
    for (const [key, Name, Amount] of [
      ['investor', 'Lake', '600.00'],
      ['other', 'Meadow', '400.00'],
    ] as const) {
      ids[key] = (await managers.save(`${base}/investor`, { Code: key, Name, Type })).Id;
      const commitment = { VehicleId, InvestorId: ids[key], Kind: 'CLOSE', Date: '2026-04-01', Amount };
      await managers.save(`${base}/commitment`, commitment);
    }
    const Entries = [{ Type: 'CALL-INV', Amount: '100.00', EffectiveDate: '2026-05-01' }];
    await managers.save(`${base}/ledger`, { VehicleId, Entries });
    const { RowVersion } = await managers.read<{ RowVersion: number }>(`${base}/period/${VehicleId}/${end}`);
    await managers.save(`${base}/period/${VehicleId}/${end}/lock`, { RowVersion });
    ids.firm = (await (await connectApi(investor)).save(`${base}/firm`, { Code: 'RP', Name: 'Ridge' })).Id;
  });

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const waitForText = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
  const inDialog = (page: Page) => page.getByRole('dialog').last();
  const choose = async (page: Page, field: RegExp, option: string) => {
    await inDialog(page).getByRole('combobox', { name: field }).fill(option);
    await page.getByRole('option', { name: option }).first().click();
  };
  const openInvestor = async (id: string, name: string) => {
    await stage.visit(manager, `/performance/investor/${id}/overview`);
    await manager.getByRole('heading', { name, exact: true }).waitFor();
  };

  it("requests the link on the investor's profile, and reports missing or refused input [U-P-094 M-P-040 M-P-044 U-T-091 M-T-039]", async () => {
    await openInvestor(ids.other, 'Meadow');
    await press(manager, 'Link to a tenant…');
    await press(manager, 'Send request');
    await waitForText(manager, 'Please select a tenant to link to.');
    await choose(manager, /^Tenant/, 'Lake Endowment');
    // Meanwhile, a colleague requests the same link.
    const targets = await managers.read<{ Id: string }[]>(
      '/api/performance/tenant-link-request/targetTenants?name=Lake%20Endowment',
    );
    await managers.save('/api/performance/tenant-link-request/create', {
      TargetTenantId: targets[0]?.Id,
      TargetTenantName: 'Lake Endowment',
      Investors: [{ Id: ids.other }],
    });
    await press(manager, 'Send request');
    await manager.getByText('There is already a link to Lake Endowment, or a request for one.').first().waitFor();
    await press(manager, 'Cancel');
    await openInvestor(ids.investor, 'Lake');
    await press(manager, 'Link to a tenant…');
    await choose(manager, /^Tenant/, 'Lake Endowment');
    await press(manager, 'Send request');
    await waitForText(manager, 'Link request submitted successfully.');
    await waitForText(manager, 'Link to Lake Endowment pending.');
  });

  it('is accepted by the other tenant, which names the firm, and the open investor shows it [U-P-038 U-P-083 U-T-052 M-P-063 M-T-052]', async () => {
    // A colleague of the manager has the list of links open meanwhile.
    const list = await manager.context().newPage();
    await stage.visit(list, '/performance/datamanagement/tenantlinkrequest');
    const views = list.getByRole('navigation', { name: 'Views' });
    await views.getByRole('button', { name: /^Pending\s*2$/ }).waitFor();
    await stage.visit(investor, '/performance/datamanagement/tenantlinkrequest');
    await investor
      .getByRole('row', { name: /Moorland Partners.*Lake Endowment.*Lake/ })
      .first()
      .waitFor();
    const own = investor.getByRole('row').filter({ hasNotText: 'Meadow' }).filter({ hasText: 'Moorland Partners' });
    await own.getByRole('button', { name: 'Accept…' }).click();
    expect(
      await inDialog(investor)
        .getByRole('combobox', { name: /^Investors/ })
        .count(),
    ).toBe(0);
    await inDialog(investor).getByRole('button', { name: 'Accept' }).click();
    await waitForText(investor, 'Please select the firm you would like to create a link for.');
    await choose(investor, /^Firm/, 'Ridge');
    await inDialog(investor).getByRole('button', { name: 'Accept' }).click();
    await waitForText(investor, 'Tenant Link request accepted successfully.');
    await waitForText(manager, 'Lake Endowment accepted the link of Lake.');
    await waitForText(manager, 'Linked to Lake Endowment.');
    await views.getByRole('button', { name: /^Pending\s*1$/ }).waitFor();
    await views.getByRole('button', { name: /^Resolved\s*1$/ }).waitFor();
    await list.getByRole('row').filter({ hasText: 'Pending' }).filter({ hasText: 'Meadow' }).waitFor();
    expect(await list.getByRole('row').filter({ hasText: 'Accepted' }).count()).toBe(0);
    await list.close();
  });

  it('is sent after a confirmation, and the investor is marked [U-P-075 M-P-046 M-P-028]', async () => {
    await press(manager, 'Transfer data…');
    await inDialog(manager)
      .getByText(
        'Please confirm submission of Data Transfer request to Lake Endowment for period ending on 06/30/2026.',
      )
      .waitFor();
    await inDialog(manager).getByRole('button', { name: 'Submit' }).click();
    await waitForText(manager, 'Data transfer request submitted successfully.');
    await manager.getByText('Data Transfer: Pending', { exact: true }).waitFor();
  });

  it('is read, accepted, shown in its own books and undone by the investor [U-T-054 M-T-054 M-T-076]', async () => {
    await stage.visit(investor, '/performance/datamanagement/tenantlinkdatatransfer');
    await investor.getByRole('row', { name: /Lake.*06\/30\/2026.*Pending/ }).click();
    await investor.getByRole('row', { name: /F1.*Ridge Fund I.*EUR.*600\.00.*60\.00/ }).waitFor();
    await press(investor, 'Accept…');
    await inDialog(investor)
      .getByText('This copies the data of Moorland Partners for the period ending on 06/30/2026 into Lake Endowment.')
      .waitFor();
    await inDialog(investor).getByRole('button', { name: 'Accept' }).click();
    await waitForText(investor, 'Data transfer request accepted successfully.');
    await manager.getByText('Data Transfer: Completed', { exact: true }).waitFor();
    const review = new URL(investor.url()).hash.slice(1);
    // The fund, the commitment and its value are in the investor's books, and its own tenant displays them.
    await stage.visit(investor, '/performance/fund');
    await investor.getByRole('row', { name: /Ridge Fund I.*600\.00.*60\.00/ }).waitFor();
    const received = await (await connectApi(investor)).read<{ PageData: { Id: string }[] }>(
      '/api/performance/fund/funds',
    );
    await stage.visit(investor, `/performance/fund/${received.PageData[0]!.Id}/overview`);
    await investor.getByRole('heading', { name: 'Ridge Fund I', exact: true }).waitFor();
    await stage.visit(investor, '/performance/investor');
    await investor.getByRole('row', { name: /Lake/ }).first().waitFor();
    await stage.visit(investor, review);
    await press(investor, 'Undo…');
    await inDialog(investor).getByRole('textbox', { name: 'Comment' }).fill('Taken over too soon');
    await inDialog(investor).getByRole('button', { name: 'Undo' }).click();
    await waitForText(investor, 'Data transfer request undone successfully.');
    await manager.getByText('Data Transfer: Completed', { exact: true }).waitFor({ state: 'detached' });
  });

  it('shows an LP tenant its own layouts, and the investors to the manager only [U-P-002 U-P-017 U-P-020 U-P-028 U-P-082 R-P-105]', async () => {
    const own = await connectApi(investor);
    const fund = await own.save('/api/performance/fund', {
      Code: 'RF1',
      Name: 'Ridge I',
      Currency: await entryOf(own, 'currency', 'EUR'),
      Firm: { Id: ids.firm },
    });
    await stage.visit(investor, '/performance/fund');
    await investor.getByRole('row', { name: /RF1/ }).waitFor();
    const heads = (page: Page) => page.getByRole('columnheader').allInnerTexts();
    expect((await heads(investor)).join()).not.toContain('Gross');
    await stage.visit(investor, `/performance/fund/${fund.Id}/overview`);
    const views = (page: Page) => page.getByRole('navigation', { name: 'Views' }).getByRole('link').allInnerTexts();
    await investor.getByRole('heading', { name: 'Ridge I', exact: true }).waitFor();
    expect(await views(investor)).not.toContain('Investors');
    await stage.visit(investor, '/performance/investor');
    await investor.getByRole('link', { name: 'Add investor' }).first().waitFor();
    await stage.visit(manager, '/performance/investor');
    await manager
      .getByText(/Which investors had committed the most/)
      .first()
      .waitFor();
    expect(await investor.getByText(/Which investors had committed the most/).count()).toBe(0);
    // The dashboard of an LP tenant has no fees against projection, which only the manager knows. A transfer that was undone is not on it.
    const Type = await entryOf(own, 'investor-type', 'INVESTOR');
    const { Id: InvestorId } = await own.save('/api/performance/investor', { Code: 'OWN', Name: 'Lake itself', Type });
    const commitment = { VehicleId: fund.Id, InvestorId, Kind: 'CLOSE', Date: '2026-04-01', Amount: '50.00' };
    await own.save('/api/performance/commitment', commitment);
    const Entries = [{ Type: 'CALL-INV', Amount: '5.00', EffectiveDate: '2026-05-01' }];
    await own.save('/api/performance/ledger', { VehicleId: fund.Id, Entries });
    for (const page of [investor, manager]) {
      await stage.visit(page, '/performance/dashboard');
      await page.getByText('Returns and multiples since inception').first().waitFor();
    }
    expect(await manager.getByText(/Management fees vs. projection/).count()).toBe(1);
    expect(await investor.getByText(/Management fees vs. projection/).count()).toBe(0);
  });

  it('links back through Home and Firms [M-P-002]', async () => {
    await stage.visit(investor, `/performance/firm/${ids.firm}/funds`);
    await investor.getByRole('heading', { name: 'Ridge', exact: true }).waitFor();
    const crumbs = investor.getByRole('navigation', { name: 'Breadcrumbs' });
    await crumbs.getByRole('link', { name: 'Firms', exact: true }).click();
    await investor.getByRole('row', { name: /RP Ridge/ }).waitFor();
  });
});
