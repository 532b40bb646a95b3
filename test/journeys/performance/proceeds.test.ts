import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { connectApi, type SavedRecord } from '../connectApi.ts';
import { type Person, Stage } from '../harness.ts';

/** One story in order: a fund accountant sells a company, distributes the proceeds and closes the quarter. */
describe('from a sale to a draft realization', { sequential: true }, () => {
  let stage: Stage;
  let page: Page;
  let fund: string;

  beforeAll(async () => {
    stage = await Stage.open();
    const people = await stage.firm('Proceeds Partners', [['Cleo', 'administrator']], ['carry', 'performance']);
    const [cleo] = people as readonly [Person];
    page = await stage.signedIn(cleo);
    await plantFund();
  });

  async function plantFund(): Promise<void> {
    const { read, save } = await connectApi(page);
    const entry = async (type: string, code?: string) => {
      const entries = await read<readonly SavedRecord[]>(`/api/reference/${type}`);
      return { Id: entries.find(({ Code }) => code === undefined || Code === code)?.Id };
    };
    const Currency = await entry('currency', 'EUR');
    fund = (await save('/api/carry/fund', { Code: 'PP1', LegalName: 'Proceeds I, L.P.', Name: 'Proceeds I', Currency }))
      .Id;
    const names = { Code: 'STEEL', Name: 'Steel Works', LegalName: 'Steel Works AG' };
    const { FundInvestments } = await save('/api/carry/investment', {
      ...names,
      FundInvestments: [{ Fund: { Id: fund } }],
    });
    const [holding] = FundInvestments as readonly SavedRecord[];
    for (const [Code, Name, type, Amount] of [
      ['PENS', 'Pension Fund', 'INVESTOR', '900.00'],
      ['GP', 'Proceeds Managers', 'GP', '100.00'],
    ] as const) {
      const { Id: InvestorId } = await save('/api/performance/investor', {
        Code,
        Name,
        Type: await entry('investor-type', type),
      });
      await save('/api/performance/commitment', {
        VehicleId: fund,
        InvestorId,
        Kind: 'CLOSE',
        Date: '2026-01-01',
        Amount,
      });
    }
    const at = { VehicleId: fund, HoldingId: holding?.Id };
    const { Id: SecurityId } = await save('/api/performance/security', { ...at, Class: 'EQUITY', Name: 'Common' });
    await save('/api/performance/ledger', {
      VehicleId: fund,
      Entries: [
        { Type: 'CALL-INV', Amount: '500.00', EffectiveDate: '2026-01-02', SettledOn: '2026-01-02' },
        {
          Type: 'BUY',
          Amount: '500.00',
          EffectiveDate: '2026-01-02',
          SettledOn: '2026-01-02',
          HoldingId: holding?.Id,
          SecurityId,
        },
      ],
    });
    await save('/api/performance/carry-terms', {
      Vehicle: { Id: fund },
      EffectiveDate: '2026-01-01',
      Basis: { Code: 'WHOLE_FUND' },
      Tiers: [{ Kind: { Code: 'RETURN_OF_CAPITAL' } }, { Kind: { Code: 'SPLIT' }, GpShare: '20' }],
    });
    const employee = { FirstName: 'Zanele', LastName: 'Mokoena', CarryEligibleDate: '2020-01-01' };
    const { Id: ParticipantId } = await save('/api/carry/employee', employee);
    const Details = [{ PeriodStart: 0, VestedPercentage: '100' }];
    const { Id: schedule } = await save('/api/carry/vestingschedule', { Name: 'At once', Details });
    await save(`/api/carry/allocationprofile/${fund}/allocation`, {
      Name: 'Points',
      EffectiveDate: '2026-01-01',
      IsCurrent: true,
      IsShareBased: false,
      Entries: [
        {
          ParticipantId,
          Fixed: '100',
          ParticipantClass: await entry('participant-class'),
          VestingSchedule: { Id: schedule },
        },
      ],
    });
  }

  const dialog = () => page.getByRole('dialog').last();
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).last().click();
  const fill = (name: string | RegExp, text: string) => dialog().getByRole('textbox', { name }).first().fill(text);
  const part = (name: string) => page.getByRole('radiogroup').getByText(name, { exact: true }).click();
  const row = (name: RegExp) => page.getByRole('main').getByRole('row', { name }).first();
  const open = async (act: string) => {
    await press('Post');
    await page.getByRole('menuitem', { name: act, exact: true }).click();
  };

  it('sells and distributes in one act, and reverses both', async () => {
    await stage.visit(page, `/performance/fund/${fund}/ledger?part=postings`);
    await open('Sale and distribution');
    await dialog()
      .getByRole('combobox', { name: /^Security/ })
      .click();
    await page.getByRole('option', { name: /Common/ }).click();
    await fill(/^Due/, '02/15/2026');
    await fill(/^Sale proceeds/, '900');
    await fill(/^Cost relieved/, '500');
    await dialog()
      .getByRole('row', { name: /^Pension Fund 450\.00.* 288\.00.* 72\.00/ })
      .waitFor();
    await dialog()
      .getByRole('combobox', { name: /^Split/ })
      .click();
    await page.getByRole('option', { name: 'Typed amounts' }).click();
    await fill('Return of capital', '500');
    await fill(/^Reason/, 'The buyer pays the rest later');
    await press('Post');
    await page.getByText('The sale and distribution was posted.').first().waitFor();
    await press('Reverse Sale and distribution');
    await fill(/^Reason/, 'The buyer withdrew');
    await press('Reverse');
    await row(/^Sale and distribution ?Reversed.* 500\.00 1/).waitFor();
  });

  it('sells the company', async () => {
    await stage.visit(page, `/performance/fund/${fund}/ledger?part=postings`);
    await open('Sale');
    const box = dialog().getByRole('combobox', { name: /^Security/ });
    await box.click();
    await page.getByRole('option', { name: /Common/ }).click();
    await fill(/^Date/, '03/01/2026');
    await fill(/^Proceeds/, '900');
    await fill(/^Cost relieved/, '600');
    await fill(/^Settled on/, '03/01/2026');
    await press('Post');
    // More is sold than the fund has.
    await dialog()
      .getByText(/The remaining cost of the security would be \(100\.00\)/)
      .first()
      .waitFor();
    await fill(/^Cost relieved/, '500');
    await press('Post');
    await page.getByText('The sale was posted.').first().waitFor();
  });

  it('distributes the proceeds as the terms split them, and explains each figure', async () => {
    await open('Distribution');
    await fill(/^Due/, '03/15/2026');
    await fill(/^Proceeds/, '900');
    const investments = dialog().getByRole('combobox', { name: /^Investments sold/ });
    await investments.click();
    await page.getByRole('option', { name: 'Steel Works' }).click();
    await fill(/^Settled on/, '03/15/2026');
    await dialog().getByText('Split by the carry terms').waitFor();
    // Profit of 400.00, of which the pension fund has 360.00: 20% is carry.
    await dialog()
      .getByRole('row', { name: /^Pension Fund 450\.00.* 288\.00.* 72\.00.* 738\.00.* 72\.00/ })
      .waitFor();
    await dialog()
      .getByRole('row', { name: /^Proceeds Managers \(pays no carry\) 50\.00.* 40\.00/ })
      .waitFor();
    await dialog().getByText('A draft realization of 72.00 is created in Carry, with one source.').waitFor();
    const explained = dialog().getByRole('row', { name: /^Pension Fund 450/ });
    await explained.getByRole('button', { name: 'Why 288.00?' }).press('Enter');
    const why = page.getByRole('dialog', { name: /^Why/ });
    await why
      .getByText(/Split, partner/)
      .first()
      .waitFor();
    await why.getByRole('button', { name: 'Close' }).first().click();
    await press('Post');
    await page.getByText('The distribution was posted.').first().waitFor();
    await row(
      /Distribution ?By the carry terms ?Carry by investment: by realized profit ?Distribution of 03\/15\/2026, PP1 \(draft\) 03\/15\/2026 – – – 900\.00 2/,
    ).waitFor();
  });

  it('opens the draft realization, whose source adds up to the carry, and comes back', async () => {
    await page.getByRole('link', { name: /Distribution of 03\/15\/2026, PP1/ }).click();
    await row(/Steel Works.* 72\.00/).waitFor();
    await page.getByText('A distribution of proceeds created this realization.').waitFor();
    await page.getByRole('link', { name: 'Open the posting' }).click();
    await press('Reverse Distribution');
    await fill(/^Reason/, 'Too early');
    await press('Reverse');
    await dialog()
      .getByText(/The draft realization ‘Distribution of 03\/15\/2026, PP1’ was created/)
      .first()
      .waitFor();
    await press('Cancel');
  });

  it('closes the quarter, in which the carry is already booked', async () => {
    await part('Quarters');
    await page.getByText('Booked as proposed').waitFor();
    await press(/^Lock 03\/31\/2026/);
    await press('Lock');
    await page.getByText('03/31/2026 is locked as version 1.').first().waitFor();
  });

  it('compares a lower carry with the agreed one, and saves it as a scenario', async () => {
    await stage.visit(page, `/performance/fund/${fund}/carry`);
    await press('Change terms');
    await page.getByText(/^Agreed: 20%\. The GP’s share/).waitFor();
    await page.getByRole('textbox', { name: 'Carry', exact: true }).fill('10');
    // 10% of the profit of 360.00 instead of 20%.
    const accrued = /^Accrued carry 72\.00.* 36\.00.* \(36\.00\)/;
    await row(accrued).waitFor();
    await row(/^Pension Fund 72\.00.* 36\.00.* \(36\.00\)/).waitFor();
    await page.getByText('What if: Carry 10% instead of 20%.').waitFor();
    await press('Save scenario');
    await fill('Name', 'Ten percent');
    await press('Save');
    await press('Reset');
    await row(accrued).waitFor({ state: 'detached' });
    await press('Compare ‘Ten percent’');
    await row(accrued).waitFor();
    // The address names the compared scenarios.
    await page.reload();
    await page.getByText('Ten percent: Carry 10% instead of 20%.').waitFor();
    await press('Rename ‘Ten percent’');
    await fill('Name', 'Half the carry');
    await press('Save');
    await press('Open ‘Half the carry’');
    await page.getByText('What if: Carry 10% instead of 20%.').first().waitFor();
    await press('Delete ‘Half the carry’');
    await press('Delete');
    await page.getByText('No scenario is saved for this fund.').waitFor();
  });
});
