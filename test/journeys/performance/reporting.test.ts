import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, connectApi } from '../connectApi.ts';
import { command } from '../commandLine.ts';
import { captureDownload, type Person, Stage } from '../harness.ts';

const ledger = '/api/performance';

/** Creates a fund with an investor who paid in when the default viewed period of the specification ended, and its coinvestment. */
async function plant(api: Api): Promise<{ readonly fund: string; readonly investor: string }> {
  const entry = async (type: string, code: string) => {
    const entries = await api.read<{ Id: string; Code: string }[]>(`/api/reference/${type}`);
    return { Id: entries.find((candidate) => candidate.Code === code)!.Id };
  };
  const Currency = await entry('currency', 'EUR');
  const fund = await api.save('/api/carry/fund', { Code: 'WEIR', Name: 'Weir Fund', LegalName: 'Weir Fund', Currency });
  const coinvestment = await api.save('/api/carry/coinvestment', {
    Code: 'WEIR-CO',
    Name: 'Weir beside',
    Fund: { Id: fund.Id },
    Currency,
  });
  const Type = await entry('investor-type', 'INVESTOR');
  const investor = await api.save(`${ledger}/investor`, { Code: 'REED', Name: 'Reed Foundation', Type });
  for (const VehicleId of [fund.Id, coinvestment.Id]) {
    await api.save(`${ledger}/commitment`, {
      VehicleId,
      InvestorId: investor.Id,
      Kind: 'CLOSE',
      Date: '2014-01-02',
      Amount: '600.00',
    });
    await api.save(`${ledger}/ledger`, {
      VehicleId,
      Entries: [
        { Type: 'CALL-INV', Amount: '500.00', EffectiveDate: '2014-01-31' },
        { Type: 'FEE', Amount: '12.00', EffectiveDate: '2015-03-31' },
        { Type: 'DIST-INC', Amount: '20.00', EffectiveDate: '2015-06-30' },
      ],
    });
  }
  return { fund: fund.Id, investor: investor.Id };
}

/** One story in order: a person reads figures and hands them on. */
describe('the reporting area and certified data', { sequential: true }, () => {
  let stage: Stage;
  let page: Page;
  let ada: Person;
  let planted: Awaited<ReturnType<typeof plant>>;

  beforeAll(async () => {
    stage = await Stage.open();
    const people = await stage.firm('Weir Partners', [['Ada', 'administrator']], ['carry', 'performance', 'reporting']);
    ada = people[0]!;
    page = await stage.signedIn(ada);
    planted = await plant(await connectApi(page));
  });

  const main = () => page.getByRole('main');
  const crumbs = () => page.getByRole('navigation', { name: /breadcrumb/i }).innerText();

  it('funds are shown alone or with their coinvestments, as of 03/31/2015 [R-P-001 R-P-002 R-P-013 U-P-006 U-P-007 U-P-009 M-P-001]', async () => {
    await stage.visit(page, '/reporting');
    await main().getByRole('link', { name: 'Funds', exact: true }).click();
    await main()
      .getByRole('row', { name: /WEIR-CO/ })
      .waitFor();
    expect(await page.getByRole('combobox', { name: 'Reporting date' }).inputValue()).toBe('03/31/2015');
    await main().getByRole('button', { name: 'Including coinvestments' }).click();
    await main()
      .getByRole('row', { name: /WEIR Weir Fund.*976\.00/ })
      .waitFor();
    await main()
      .getByRole('textbox', { name: /^Search/ })
      .or(main().getByRole('searchbox'))
      .first()
      .fill('beside');
    await main().getByText('There are no records that match your search criteria.').waitFor();
    await stage.visit(page, '/reporting/investment');
    await page.waitForURL(/reporting\/investment\?.*q=beside/);
    await stage.visit(page, `/reporting/fund/${planted.fund}/events?type=Expense`);
    await main()
      .getByRole('row', { name: /Management fees/ })
      .waitFor();
    expect(await page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('Expense');
    expect(
      await main()
        .getByRole('row', { name: /Capital call/ })
        .count(),
    ).toBe(0);
    expect((await crumbs()).split('\n').filter((text) => /\w/.test(text))).toEqual([
      'Home',
      'Funds',
      'Weir Fund',
      'Events',
    ]);
  });

  it('data is certified, downloaded and checked without the product [R-P-037 U-P-071 U-P-084]', async () => {
    await stage.visit(page, '/performance/report/altexchange-report');
    const form = page.getByRole('form', { name: 'Certified data' });
    await form.getByRole('checkbox', { name: 'Capital Account Summary' }).uncheck();
    await form.getByRole('button', { name: 'Generate' }).click();
    await form.getByText('Choose at least one domain.').waitFor();
    await form.getByRole('checkbox', { name: 'Cash Flow' }).check();
    await form.getByRole('radio', { name: 'By fund' }).check();
    const fingerprint = await form.locator('code').first().innerText();
    const zip = await captureDownload(page, () => form.getByRole('button', { name: 'Generate' }).click());
    const file = join(tmpdir(), `certified-${planted.fund}.zip`);
    await writeFile(file, zip);
    const checked = await command(stage, ada, ['certify', 'verify', file, '--key', fingerprint]);
    expect(checked.written).toContain('The file hasn’t changed since it was signed with this key.');
    expect(checked.code).toBe(0);
    // A person who changes the file can sign it with another key, so only a comparison with the firm's published key proves its origin.
    expect((await command(stage, ada, ['certify', 'verify', file])).written).toContain(
      'Compare the key with the key that',
    );
    const other = await command(stage, ada, ['certify', 'verify', file, '--key', '0123 4567 89ab cdef']);
    expect([other.code === 0, other.written.includes('It isn’t signed with the key 0123')]).toEqual([false, true]);
    zip[zip.length >> 2]! ^= 1;
    await writeFile(file, zip);
    expect((await command(stage, ada, ['certify', 'verify', file])).code).not.toBe(0);
  });

  it('an investor gets a certified document of its own [R-P-052]', async () => {
    await stage.visit(page, `/performance/investor/${planted.investor}/overview`);
    await page.getByRole('button', { name: 'Certified document' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Signed with this firm’s key').waitFor();
    const zip = await captureDownload(page, () => dialog.getByRole('button', { name: 'Generate' }).click());
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    await dialog.waitFor({ state: 'detached' });
  });
});
