import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, connectApi } from '../connectApi.ts';
import { captureDownload, readFigures, type Person, Stage } from '../harness.ts';

/** One story: the figures of a fund in its list and on its page, while a colleague posts to it. */
describe("a fund's figures", { sequential: true }, () => {
  let stage: Stage;
  let page: Page;
  let api: Api;
  let fund: string;
  let security: string;

  beforeAll(async () => {
    stage = await Stage.open();
    const people = await stage.firm(
      'Figures of Funds',
      [
        ['Ada', 'administrator'],
        ['Ben', 'viewer'],
      ],
      ['carry', 'performance'],
    );
    const [ada, ben] = people as readonly [Person, Person];
    api = await connectApi(await stage.signedIn(ada));
    page = await stage.signedIn(ben);
    const codeOf = async (type: string, code: string) => {
      const entries = await api.read<readonly { Id: string; Code: string }[]>(`/api/reference/${type}`);
      return { Id: entries.find((entry) => entry.Code === code)?.Id };
    };
    const { Id: id } = await api.save('/api/performance/fund', {
      Code: 'HAR1',
      Name: 'Harbour One',
      Currency: await codeOf('currency', 'EUR'),
    });
    fund = id;
    const { Id: investment } = await api.save('/api/carry/investment', {
      Code: 'STEEL',
      Name: 'Northern Steel',
      LegalName: 'Northern Steel',
      FundInvestments: [{ Fund: { Id: fund } }],
    });
    const { Id: investor } = await api.save('/api/performance/investor', {
      Code: 'TEACH',
      Name: 'State Teachers',
      Type: await codeOf('investor-type', 'INVESTOR'),
    });
    const close = { Kind: 'CLOSE', Date: '2022-01-01', Amount: '1000.00' };
    await api.save('/api/performance/commitment', { VehicleId: fund, InvestorId: investor, ...close });
    const holdings = await api.read<{ PageData: readonly { Id: string; InvestmentId: string }[] }>(
      `/api/performance/fund/${fund}/investments`,
    );
    const HoldingId = holdings.PageData.find(({ InvestmentId }) => InvestmentId === investment)?.Id;
    const shares = { VehicleId: fund, HoldingId, Class: 'EQUITY', Name: 'Shares' };
    security = (await api.save('/api/performance/security', shares)).Id;
    await api.save('/api/performance/ledger', {
      VehicleId: fund,
      Entries: [
        { Type: 'CALL-INV', Amount: '400.00', EffectiveDate: '2022-02-01' },
        { Type: 'BUY', Amount: '400.00', EffectiveDate: '2022-02-01', HoldingId, SecurityId: security },
      ],
    });
    await value('2022-12-31', '480.00');
    await value('2023-12-31', '520.00');
  });

  const value = (day: string, FairValue: string) =>
    api.save('/api/performance/valuation', {
      VehicleId: fund,
      Valuations: [{ SecurityId: security, Date: day, FairValue }],
    });
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true }).click();
  const row = (name: RegExp) => page.getByRole('row', { name });

  it('are listed for a quarter, and update while a colleague posts [R-P-056 R-P-057 R-P-115 U-P-052 A-P-170]', async () => {
    await stage.visit(page, '/performance/fund');
    await row(/HAR1 Harbour One .* 520\.00 .* 1\.30x/).waitFor();
    await page.getByText('Average IRR').waitFor();
    await page.getByRole('region', { name: /^Which vintage years have the highest TVPI/ }).waitFor();
    await value('2023-12-31', '560.00');
    await row(/HAR1 Harbour One .* 560\.00 .* 1\.40x/).waitFor();
    const pdf = await captureDownload(page, async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: /Excel/ }).click();
    });
    expect(await readFigures(pdf)).toContain('560');
  });

  it('are for the selected date and currency, including on the profile [U-P-043 U-P-048 R-P-069]', async () => {
    await choose('Reporting date', '12/31/2022');
    await row(/HAR1 Harbour One .* 480\.00 .* 1\.20x/).waitFor();
    await row(/HAR1 Harbour One/)
      .getByRole('link')
      .first()
      .click();
    await page.waitForURL(/performance\/fund\/[^/]+\/overview\?endDate=2022-12-31/);
    const bridge = page.getByRole('region', { name: /NAV bridge, EUR/ });
    await bridge.getByRole('button', { name: /as a table$/ }).click();
    await bridge.getByRole('row', { name: /^Unrealized/ }).waitFor();
    await page.getByRole('region', { name: /^How deep is the J-curve/ }).waitFor();
  });

  it('are on each tab of the profile [R-P-059 R-P-060 R-P-061 R-P-062 R-P-066]', async () => {
    await tab('Investments');
    await row(/Northern Steel STEEL .* 480\.00/).waitFor();
    await tab('Investors');
    await row(/State Teachers TEACH .* 480\.00/).waitFor();
    await choose('Reporting date', '12/31/2023');
    await row(/State Teachers TEACH .* 560\.00/).waitFor();
    await stage.visit(page, `/performance/fund/${fund}/nothing-of-the-kind`);
    await page.getByText('Opening NAV').waitFor();
  });
});
