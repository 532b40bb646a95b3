import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectApi, type SavedRecord } from '../connectApi.ts';
import { command } from '../commandLine.ts';
import { captureDownload, type Person, Stage } from '../harness.ts';

/** One story in order: a controller's first quarters of a fund, from the commitments to a restated quarter. */
describe("a fund's ledger", { sequential: true }, () => {
  let stage: Stage;
  let page: Page;
  let cleo: Person;
  let fund: string;
  let partner: string;

  beforeAll(async () => {
    stage = await Stage.open();
    const people = await stage.firm('Quarter Closers', [['Cleo', 'administrator']], ['carry', 'performance']);
    [cleo] = people as readonly [Person];
    page = await stage.signedIn(cleo);
    const { read, save } = await connectApi(page);
    const entry = async (type: string, code: string) =>
      (await read<readonly SavedRecord[]>(`/api/reference/${type}`)).find(({ Code }) => Code === code)?.Id;
    const created = await save('/api/carry/fund', {
      Code: 'QC1',
      LegalName: 'Quarter I, L.P.',
      Name: 'Quarter I',
      Currency: { Id: await entry('currency', 'EUR') },
    });
    fund = created.Id;
    const names = { Code: 'STEEL', Name: 'Steel Works', LegalName: 'Steel Works AG' };
    await save('/api/carry/investment', { ...names, FundInvestments: [{ Fund: { Id: fund } }] });
    for (const [Code, Name, type] of [
      ['PENS', 'Pension Fund', 'INVESTOR'],
      ['GP', 'Quarter Partners', 'GP'],
    ] as const) {
      const Type = { Id: await entry('investor-type', type) };
      partner = (await save('/api/performance/investor', { Code, Name, Type })).Id;
    }
  });

  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).last().click();
  const fill = (name: string | RegExp, text: string) =>
    page.getByRole('dialog').getByRole('textbox', { name }).first().fill(text);
  const choose = async (field: string | RegExp, option: string | RegExp) => {
    const box = page.getByRole('dialog').getByRole('combobox', { name: field }).first();
    await box.click();
    if (typeof option === 'string' && (await box.isEditable())) await box.fill(option);
    await page.getByRole('option', { name: option }).first().click();
  };
  const part = (name: string) => page.getByRole('radiogroup').getByText(name, { exact: true }).click();
  const toast = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const row = (name: RegExp) => page.getByRole('main').getByRole('row', { name }).first();
  const post = async (
    type: string,
    amount: string,
    date: string,
    more: () => Promise<void> = async () => undefined,
  ) => {
    await press('Post');
    await page.getByRole('menuitem', { name: 'Other entry' }).click();
    await choose(/^Type/, type);
    await more();
    await fill(/^Amount/, amount);
    await fill(/^Date/, date);
    await press('Post');
  };

  it('starts with commitments, a call and the purchases it paid for', async () => {
    await stage.visit(page, `/performance/fund/${fund}/ledger`);
    await page.getByText('No quarters yet').waitFor();
    await part('Commitments');
    await press('Add commitment');
    await choose(/^Investor/, 'Pension Fund');
    await fill(/^Date/, '01/01/2026');
    await fill(/^Amount/, '900');
    await press('Save');
    await row(/Pension Fund 900\.00/).waitFor();
    // Somebody else adds one elsewhere, and it appears here without a reload.
    const { save } = await connectApi(page);
    const general = { InvestorId: partner, Kind: 'CLOSE', Date: '2026-01-01', Amount: '100.00' };
    await save('/api/performance/commitment', { VehicleId: fund, ...general });
    await row(/Quarter Partners 100\.00/).waitFor();
    await part('Notices');
    await press('Add notice');
    await fill(/^Issued/, '01/10/2026');
    await fill(/^Due/, '01/20/2026');
    await press('Save');
    await row(/^Capital call 1/).waitFor();
    await part('Entries');
    await post('Capital call: investments', '400', '01/20/2026', () => choose(/^Notice/, /Capital call 1/));
    await row(/CALL-INV/).waitFor();
    await part('Notices');
    await page.getByRole('button', { name: 'PDFs of Capital call 1' }).click();
    const investor = page
      .getByRole('dialog')
      .getByRole('row', { name: /^Pension Fund Capital call: investments 360\.00/ });
    await investor.waitFor();
    const pdf = await captureDownload(page, () => investor.getByRole('button', { name: /^Save PDF/ }).click());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await part('Securities and values');
    await press('Add security');
    await fill(/^Name/, 'Common');
    await press('Save');
    await row(/Common Steel Works Equity/).waitFor();
    await part('Entries');
    await post('Purchase', '400', '01/25/2026', () => choose(/^Security/, /Common/));
    await row(/Purchase BUY/).waitFor();
    // A refusal of the ledger appears at the field, and the input stays.
    await post('Capital call: investments', '5000', '02/01/2026');
    await page.getByText(/unfunded commitments? of .* would be .*\(/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await part('Securities and values');
    await press('Add value');
    await choose(/^Security/, /Common/);
    await fill(/^Date/, '03/31/2026');
    await fill(/^Fair value/, '450');
    await press('Save');
    await row(/Common 450.00/).waitFor();
  });

  it('is locked once it ties out, and reports late entries in a later quarter', async () => {
    await part('Entries');
    await post('Carried interest paid', '5', '03/15/2026');
    await row(/CARRY-PAID/).waitFor();
    await part('Quarters');
    await press(/^Tie-outs 03\/31\/2026/);
    await page.getByText(/Carry paid: 5.00, should be 0.00/).waitFor();
    await press('Close');
    await press(/^Lock 03\/31\/2026/);
    await press('Lock');
    await page
      .getByRole('dialog')
      .getByText(/Carry paid in the ledger equals the carry disbursed by carry runs/)
      .waitFor();
    await press('Cancel');
    await part('Entries');
    await press('Reverse Carried interest paid');
    await fill(/^Reason/, 'Paid by no distribution');
    await press('Reverse');
    await toast('The entry was reversed.');
    await part('Quarters');
    await press(/^Lock 03\/31\/2026/);
    await press('Lock');
    await toast('03/31/2026 is locked as version 1.');
    await part('Entries');
    await post('(FEE)', '7', '03/31/2026');
    await toast(/It is late and appears in the quarter ending 06\/30\/2026/);
    await row(/Management fees Late FEE/).waitFor();
  });

  it('is reopened with a reason, restated, and lists the changes', async () => {
    await part('Quarters');
    await press(/^Reopen 03\/31\/2026/);
    await fill(/^Reason/, 'The audit found a fee');
    await press('Reopen');
    await toast('03/31/2026 is open again.');
    await part('Entries');
    await post('(EXP-AUDIT)', '3', '03/31/2026');
    await row(/EXP-AUDIT/).waitFor();
    await part('Quarters');
    await press(/^Lock 03\/31\/2026/);
    await press('Lock');
    await toast('03/31/2026 is locked as version 2.');
    await press(/^Changes 03\/31\/2026/);
    const changes = page.getByRole('dialog');
    await changes.getByRole('row', { name: /Quarter I NAV, all partners.* 450\.00 447\.00 \(?-?3\.00/ }).waitFor();
    await changes.getByRole('row', { name: /2026 Audit .*3\.00/ }).waitFor();
    await changes.getByRole('row', { name: /Audit\) QTD 0\.00 \(3\.00\)/ }).waitFor();
    expect(await changes.getByRole('row', { name: /Management fees/ }).count()).toBe(0);
    await press('Close');
  });

  it("is compared with the administrator's report, and closed from a terminal", async () => {
    await part('Reported');
    await press('Add reported figures');
    await fill(/^Date/, '06/30/2026');
    await fill('NAV', '440.005');
    await press('Save');
    await page.getByText(/more than 2 decimals/).waitFor();
    await fill('NAV', '441');
    await press('Save');
    await row(/06\/30\/2026 NAV The fund as a whole 441\.00/).waitFor();
    const status = await command(stage, cleo, ['period', 'status', 'QC1', '2026-06-30']);
    expect(status.written).toContain('NAV of the fund: 441.00, should be 440.00, difference 1.00');
    const refused = await command(stage, cleo, ['period', 'lock', 'QC1', '2026-06-30']);
    expect([refused.code, refused.written.includes('Acknowledge it to lock the quarter.')]).toEqual([1, true]);
    const locked = await command(stage, cleo, ['period', 'lock', 'QC1', '2026-06-30', '--acknowledge', 'T12']);
    expect([locked.code, locked.written]).toEqual([0, expect.stringContaining('2026-06-30: locked, version 1')]);
    await part('Quarters');
    await row(/06\/30\/2026 Locked 440\.00 Acknowledged: T12/).waitFor();
    const why = await command(stage, cleo, ['explain', 'nav', '--fund', 'QC1', '--date', '2026-06-30']);
    expect(why.written).toContain('NAV · Quarter I');
    expect(why.written).toContain('Audit');
  });

  it('posts a capital call as a whole with its notice, and reverses it as a whole', async () => {
    await page.getByText('Closing checklist of 09/30/2026').waitFor();
    await part('Quarter values');
    await page.getByText(/^Values in EUR on/).waitFor();
    await part('Postings');
    await press('Post');
    await page.getByRole('menuitem', { name: 'Capital call' }).click();
    await fill(/^Due/, '08/15/2026');
    await fill('Investments', '20');
    await fill('Management fees', '2');
    const preview = page.getByRole('dialog');
    await preview.getByRole('row', { name: /Pension Fund \(19\.80\)/ }).waitFor();
    await press('Post');
    await toast('The capital call was posted.');
    await row(/Capital call 08\/15\/2026 – – – 22\.00 2/).waitFor();
    await press('Reverse Capital call');
    await fill(/^Reason/, 'Not needed');
    await press('Reverse');
    await toast('The capital call was reversed.');
    await row(/Capital call Reversed/).waitFor();
  });
});
