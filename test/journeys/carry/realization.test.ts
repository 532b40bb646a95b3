import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { captureDownload, readFigures, Stage } from '../harness.ts';

const password = 'carrara-demo-2026';
const accountant = { login: 'accountant@alder.example', password, firstName: 'Ac', lastName: 'Countant' };
const administrator = { login: 'admin@alder.example', password, firstName: 'Ad', lastName: 'Ministrator' };
const name = 'Helios follow-on sale';

/** One person realizes, another posts, and the balances change. One story in order. Each step needs the previous ones. */
describe('from a realization to balances', { sequential: true }, () => {
  let stage: Stage;
  let maker: Page;
  let poster: Page;
  let address: string;

  beforeAll(async () => {
    stage = await Stage.open();
    maker = await stage.signedIn(accountant);
    // The person belongs to two firms.
    poster = await stage.signingIn(administrator);
    await poster.getByText('Alder Ridge Partners (demo)').first().click();
    await poster.getByRole('navigation').first().waitFor();
  });

  it('lists realizations, with charts by sector, fund, source and time [R-C-121 R-C-122 R-C-123 R-C-124 R-C-125 M-C-022 M-C-023 M-C-024 M-C-025]', async () => {
    await stage.visit(maker, '/carry/realization');
    await maker
      .getByRole('row', { name: /Posted/ })
      .first()
      .waitFor();
    const charts = maker.getByRole('group', { name: 'Chart views' });
    expect(await charts.getByRole('button').allInnerTexts()).toEqual(['Sector', 'Fund', 'Source', 'Time']);
    const questions = {
      Sector: /^Which sectors account for the carry realized/,
      Fund: /^Which funds account for the carry realized/,
      Source: /^Which sources account for the carry realized/,
      Time: /^How much carry was realized each year/,
    };
    for (const [view, name] of Object.entries(questions)) {
      await charts.getByRole('button', { name: view }).click();
      await maker.getByRole('heading', { name }).waitFor();
    }
  });

  it('selects investments of one fund, and computes during input of a carry [U-C-070 U-C-071 U-C-072 U-C-024 M-C-026 M-C-027 M-C-075]', async () => {
    await maker.getByRole('link', { name: 'Create realization' }).first().click();
    await maker.getByRole('textbox', { name: 'Name' }).fill(name);
    await maker.getByRole('button', { name: 'Select investments' }).click();
    const dialog = maker.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Search investments' }).fill('helios');
    // Checks the lower one first. The tabs are sorted by name, whatever the order of the choice.
    const boxes = dialog.getByRole('checkbox', { disabled: false });
    await boxes.nth(1).check();
    await boxes.first().check();
    await dialog.getByRole('textbox', { name: 'Search investments' }).fill('');
    await expect.poll(() => dialog.getByRole('checkbox', { disabled: true }).count()).toBeGreaterThan(0);
    await dialog.getByRole('button', { name: 'Add 2 sources' }).click();
    const tabs = maker.getByRole('tablist', { name: 'Realization' }).getByRole('tab');
    const [summary, balances, ...sources] = await tabs.allInnerTexts();
    expect([summary, balances]).toEqual(['Participant Summary', 'Investor Balances']);
    expect(sources).toHaveLength(2);
    expect(sources).toEqual(sources.toSorted((source, other) => source.localeCompare(other, 'en')));
    const carry = maker.getByRole('textbox', { name: 'Carry' });
    await carry.first().fill('100000.01');
    // Unparseable input stays, its field displays the error at once, and figures that depend on it disappear.
    await carry.nth(1).pressSequentially('-500k');
    expect([await carry.nth(1).inputValue(), await carry.nth(1).getAttribute('aria-invalid')]).toEqual([
      '-500k',
      'true',
    ]);
    await maker.getByText('Carry is not a number').waitFor();
    await maker.getByText(/^Not determined yet/).waitFor();
    expect(await maker.getByRole('group', { name: 'Participants, table' }).count()).toBe(0);
    await carry.nth(1).fill('');
    await carry.nth(1).pressSequentially('50,000');
    await carry.nth(1).blur();
    expect(await carry.nth(1).inputValue()).toBe('50,000.00');
    await maker.getByText('150,000.01').first().waitFor();
    // A participant in both sources has a single row with the sum.
    const everybody = maker.getByRole('group', { name: 'Participants, table' });
    await everybody.waitFor();
    await expect.poll(() => everybody.locator('tfoot').innerText()).toContain('150,000.01');
    await tabs.nth(1).click();
    await maker.getByRole('group', { name: 'Investor Balances, table' }).waitFor();
    await tabs.nth(3).click();
    const profile = maker.getByRole('combobox', { name: 'Allocation profile' });
    await expect.poll(() => profile.inputValue()).toMatch(/^In force on the day: v\d+/);
    await maker.getByRole('button', { name: 'Remove source' }).click();
    await maker.getByText('100,000.01').first().waitFor();
    await maker.getByRole('button', { name: 'Save', exact: true }).click();
    await maker.getByText('Realization saved successfully.').first().waitFor();
    await maker.getByRole('heading', { name }).first().waitFor();
    address = new URL(maker.url()).hash.slice(1);
    expect(address).toMatch(/\/overview$/);
    // The author of the last change can't post it.
    expect(await maker.getByRole('button', { name: 'Post…' }).count()).toBe(0);
  });

  it('opens on its overview, and confirms a change [U-C-023 M-C-074]', async () => {
    await stage.visit(maker, address.replace(/\/overview$/, ''));
    await maker.getByRole('group', { name: 'Sources, table' }).waitFor();
    await maker.getByRole('link', { name: 'Edit', exact: true }).click();
    await maker.getByRole('textbox', { name: 'Description' }).fill('The first half.');
    await maker.getByRole('button', { name: 'Save', exact: true }).click();
    await maker.getByText('Realization updated successfully.').first().waitFor();
  });

  it('reports a server error, links back to the list, and restores the input [U-C-102 U-C-154 M-C-062]', async () => {
    await stage.visit(maker, '/carry/realization/create');
    await maker.getByRole('textbox', { name: 'Name' }).fill('A save that fails');
    await maker.getByRole('button', { name: 'Select investments' }).click();
    const dialog = maker.getByRole('dialog');
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: 'Add 1 source' }).click();
    await maker.getByRole('textbox', { name: 'Carry' }).fill('10');
    const save = '**/api/carry/realization/save';
    const ExceptionMessage = 'The ledger could not be reached.';
    await maker.route(save, (route) => route.fulfill({ status: 500, json: { ExceptionMessage } }));
    await maker.getByRole('button', { name: 'Save', exact: true }).click();
    await maker.getByText(new RegExp(ExceptionMessage)).first().waitFor();
    await expect.poll(() => new URL(maker.url()).hash).toMatch(/^#\/carry\/realization(\?|$)/);
    await maker.getByRole('heading', { name: /^Realizations/ }).waitFor();
    await maker.unroute(save);
    await stage.visit(maker, '/carry/realization/create');
    await maker.getByRole('button', { name: 'Restore' }).click();
    expect(await maker.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('A save that fails');
    expect(await maker.getByRole('textbox', { name: 'Carry' }).inputValue()).toBe('10.00');
  });

  it('is deleted as a draft after a confirmation [M-C-079]', async () => {
    await maker.getByRole('button', { name: 'Save', exact: true }).click();
    await maker.getByText('Realization saved successfully.').first().waitFor();
    await maker.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = maker.getByRole('dialog');
    await question
      .getByText("Deleting this estimate is permanent and can't be undone. Are you sure you want to continue?")
      .waitFor();
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await question.waitFor({ state: 'detached' });
  });

  it('is exported as workbook and PDF with the figures of the screen', async () => {
    await stage.visit(maker, address);
    await maker.getByRole('button', { name: 'Export' }).click();
    const workbook = await captureDownload(maker, () => maker.getByRole('menuitem', { name: 'Excel' }).click());
    expect(await readFigures(workbook)).toContain('100000.01');
    await maker.getByRole('button', { name: 'Export' }).click();
    const pdf = await captureDownload(maker, () => maker.getByRole('menuitem', { name: 'PDF' }).click());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is posted by somebody else, once, and lists its entries at its source [R-C-130]', async () => {
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
