import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../harness.ts';

const password = 'carrara-demo-2026';
const accountant = { login: 'accountant@alder.example', password, firstName: 'Ac', lastName: 'Countant' };
const administrator = { login: 'admin@alder.example', password, firstName: 'Ad', lastName: 'Ministrator' };
const name = 'Helios follow-on sale';

/** One person realizes, another posts, and the balances tell. One story told in order: each step needs the ones before it. */
describe('from a realization to balances', { sequential: true }, () => {
  let stage: Stage;
  let maker: Page;
  let poster: Page;
  let address: string;

  beforeAll(async () => {
    stage = await Stage.open();
    maker = await stage.signedIn(accountant);
    // Of two firms, this one.
    poster = await stage.signingIn(administrator);
    await poster.getByText('Alder Ridge Partners (demo)').first().click();
    await poster.getByRole('navigation').first().waitFor();
  });

  it('lists what was realized, with charts by sector, fund, source and time [R-C-121 to R-C-125]', async () => {
    await stage.visit(maker, '/carry/realization');
    await maker
      .getByRole('row', { name: /Posted/ })
      .first()
      .waitFor();
    for (const view of ['Sector', 'Fund', 'Source', 'Time']) {
      await maker.getByRole('group', { name: 'Chart views' }).getByRole('button', { name: view }).click();
      await maker
        .getByText(new RegExp(`Carry realized by ${view.toLowerCase()}`))
        .first()
        .waitFor();
    }
  });

  it('selects investments of one fund, and computes while a carry is typed [U-C-070 to U-C-072]', async () => {
    await maker.getByRole('link', { name: 'Create realization' }).first().click();
    await maker.getByRole('textbox', { name: 'Name' }).fill(name);
    await maker.getByRole('button', { name: 'Select investments' }).click();
    const dialog = maker.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Search investments' }).fill('helios');
    const boxes = dialog.getByRole('checkbox');
    await boxes.first().waitFor();
    await boxes.first().check();
    await dialog.getByRole('textbox', { name: 'Search investments' }).fill('');
    await expect.poll(() => dialog.getByRole('checkbox', { disabled: true }).count()).toBeGreaterThan(0);
    await dialog.getByRole('button', { name: 'Use 1' }).click();
    const carry = maker.getByRole('textbox', { name: 'Carry' }).first();
    await carry.fill('100000.01');
    await carry.blur();
    await maker.getByText('100,000.01').first().waitFor();
    await maker.getByRole('group', { name: 'Participants, table' }).first().waitFor();
    await maker.getByRole('tab', { name: 'Investor Balances' }).click();
    await maker.getByRole('group', { name: 'Investor Balances, table' }).waitFor();
    await maker.getByRole('button', { name: 'Save', exact: true }).click();
    await maker.getByText('Realizations saved successfully.').first().waitFor();
    await maker.getByRole('heading', { name }).first().waitFor();
    address = new URL(maker.url()).hash.slice(1);
    // Who edited it last does not post it.
    expect(await maker.getByRole('button', { name: 'Post…' }).count()).toBe(0);
  });

  it('is posted by somebody else, once, and shows its entries at its source [R-C-130]', async () => {
    await stage.visit(poster, address);
    await poster.getByRole('button', { name: 'Post…' }).click();
    await poster.getByRole('dialog').getByRole('button', { name: 'Post', exact: true }).click();
    await poster.getByText(`${name} posted successfully`).first().waitFor();
    await poster.getByText('Posted', { exact: true }).first().waitFor();
    expect(await poster.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    await poster.getByRole('group', { name: 'Sources, table' }).getByRole('row').nth(1).click();
    await poster.getByRole('group', { name: 'Account entries, table' }).waitFor();
    expect(await poster.getByRole('group', { name: 'Account entries, table' }).locator('tfoot').innerText()).toContain(
      '100,000.01',
    );
    await poster.getByRole('button', { name: 'Vesting' }).first().click();
    await poster
      .getByRole('dialog')
      .getByText(/Vesting and forfeiture/)
      .waitFor();
    await poster.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
    await poster.getByRole('button', { name: 'Tranche profiles' }).click();
    await poster
      .getByRole('dialog')
      .getByText(/Tranche profile summary/)
      .waitFor();
  });
});
