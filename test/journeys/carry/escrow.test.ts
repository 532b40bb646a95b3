import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { importSample } from '../commandLine.ts';
import { captureDownload, Stage } from '../harness.ts';

const person = 'Noah Okafor';
const fund = 'Alder Ridge Partners Fund I, L.P.';

/** One story in order: a firm enters existing escrow, releases a part of it with a second person's approval, and claws some back. */
describe('escrow from an opening balance to a release and a clawback', { sequential: true }, () => {
  let stage: Stage;
  let maker: Page;
  let checker: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    const [ada, ben] = await stage.firm('Escrow Partners', [
      ['Ada', 'editor'],
      ['Ben', 'editor'],
    ]);
    if (!ada || !ben) throw new Error('the firm was not made');
    maker = await stage.signedIn(ada);
    checker = await stage.signedIn(ben);
    await importSample(stage, ada);
  });

  const cell = (name: string) => maker.locator(`input[data-field="lines.0.${name}"]`);
  async function choose(name: string, text: string) {
    await cell(name).click();
    await cell(name).fill(text);
    await maker.getByRole('option', { name: text }).first().click();
  }
  async function begin(type: string, name: string, day: string) {
    await stage.visit(maker, `/carry/ledger/create?type=${type}`);
    await maker.getByLabel('Name').fill(name);
    await maker.getByRole('textbox', { name: /^Date/ }).fill(day);
    await maker.getByRole('button', { name: 'Add row' }).click();
    await choose('participant', person);
    await choose('source', fund);
  }
  async function amount(name: string, text: string) {
    await cell(name).fill(text);
    await maker.keyboard.press('Tab');
  }
  async function save(name: string) {
    await maker.getByRole('button', { name: 'Save' }).click();
    await maker.getByRole('heading', { name }).waitFor();
  }
  /** One person submits, the other one approves, and the first one posts. */
  async function carryOn() {
    await action(maker, 'Submit');
    await maker.getByText('Submitted', { exact: true }).first().waitFor();
    expect(await maker.getByRole('button', { name: 'Approve…' }).count()).toBe(0);
    await checker.goto(maker.url());
    await action(checker, 'Approve');
    await maker.getByText('Approved', { exact: true }).first().waitFor();
    await action(maker, 'Post');
    await maker.getByText('Posted', { exact: true }).first().waitFor();
  }
  async function action(page: Page, name: string) {
    await page.getByRole('button', { name: `${name}…` }).click();
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  it('is opened by one person and approved by another, with errors next to their fields', async () => {
    await begin('OPENING', 'As of 2009', '12/31/2009');
    await amount('accrued', '1,000.00');
    await amount('distributed', '100');
    await amount('escrow', '500');
    await maker.getByText('Escrow (500.00) can’t be more than the distributed amount (100.00).').waitFor();
    await amount('distributed', '600');
    await maker.getByRole('group', { name: 'Accounts, table' }).getByText('1,000.00').first().waitFor();
    await save('As of 2009');
    await carryOn();
  });

  it('is released up to its balance, with an explanation and a letter', async () => {
    await begin('RELEASE', 'Part of it', '01/31/2010');
    await amount('requestedAmount', '700');
    await maker
      .getByText('700.00 exceeds the escrow held from this date on. The whole balance, 500.00, is released.')
      .waitFor();
    await amount('requestedAmount', '120.50');
    await maker.getByRole('group', { name: 'Accounts, table' }).getByText('120.50').first().waitFor();
    await save('Part of it');
    const row = maker.getByRole('row', { name: new RegExp(person) });
    await row.hover();
    await row.getByRole('button', { name: /^Why/ }).last().press('Enter');
    const why = maker.getByRole('dialog', { name: /^Why/ });
    await why.getByText('500.00').first().waitFor();
    await maker.keyboard.press('Escape');
    await carryOn();
    const letters = await captureDownload(maker, () => maker.getByRole('button', { name: 'Letters' }).click());
    const text = pdfTexts(letters).join(' ');
    expect(text).toContain(person);
    expect(text).toContain('120.50');
    expect(text).toContain('379.50');
  });

  it('covers a clawback first, with the rest taken from the account', async () => {
    await begin('CLAWBACK', 'Given back', '02/28/2010');
    await amount('requestedAmount', '400.01');
    await save('Given back');
    const text = await maker
      .getByRole('row', { name: new RegExp(person) })
      .first()
      .innerText();
    expect(text).toContain('379.50');
    await maker.getByRole('group', { name: 'Accounts, table' }).getByText('20.51').first().waitFor();
    await carryOn();
    await stage.visit(maker, '/carry/report/escrow-ledger');
    await maker.getByText('379.50').first().waitFor();
  });
});
