import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { acknowledgeAll } from '../acknowledge.ts';
import { importSample } from '../commandLine.ts';
import { type Api, connectApi } from '../connectApi.ts';
import { type Person, signIn, Stage } from '../harness.ts';

const run = 'Q3 2026 carry distribution';
const net = '27,237,369.92';
const payee = 'Noah Okafor';

/** One story in order: a policy asks two partners one after another. One has a substitute, who approves on a phone; the other is paid. */
describe('approvals by a policy', { sequential: true }, () => {
  let stage: Stage;
  let accountant: Page;
  let administrator: Page;
  let omar: Page;
  let priya: Page;
  let sue: Person;
  let firm: Api;
  let link = '';

  beforeAll(async () => {
    stage = await Stage.open();
    const [ada, max, first, second, third] = await stage.firm('Approving Partners', [
      ['Ada', 'editor'],
      ['Max', 'administrator'],
      ['Omar', 'viewer'],
      ['Priya', 'viewer'],
      ['Sue', 'viewer'],
    ]);
    if (!ada || !max || !first || !second || !third) throw new Error('the firm was not made');
    sue = third;
    [accountant, administrator, omar, priya] = await Promise.all([
      stage.signedIn(ada),
      stage.signedIn(max),
      stage.signedIn(first),
      stage.signedIn(second),
    ]);
    await importSample(stage, ada);
    firm = await connectApi(administrator);
  });

  const choose = async (page: Page, label: string, name: string) => {
    await page.getByRole('dialog').getByRole('combobox', { name: label }).first().fill(name);
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  };

  it('are set by an administrator for amounts from zero', async () => {
    await stage.visit(administrator, '/carry/settings/approvals');
    await administrator.getByText('No policy yet.', { exact: false }).waitFor();
    await administrator.getByRole('button', { name: 'Add policy' }).click();
    await choose(administrator, 'Currency of the amounts', 'US Dollar');
    const dialog = administrator.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Who has to approve' }).click();
    await administrator.getByRole('option', { name: 'Each in turn' }).click();
    await choose(administrator, 'Required approvers', 'Omar Example');
    await choose(administrator, 'Required approvers', 'Priya Example');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await administrator.getByText('Approval policy saved.').waitFor();
    await administrator.getByRole('row', { name: /Omar Example, Priya Example/ }).waitFor();
  });

  it('let an approver name a substitute', async () => {
    await stage.visit(omar, '/carry/settings/approvals');
    await omar.getByRole('button', { name: 'Name a substitute' }).click();
    await choose(omar, 'Substitute', 'Sue Example');
    const dialog = omar.getByRole('dialog');
    const today = await dialog.getByRole('textbox', { name: 'First day' }).inputValue();
    await dialog.getByRole('textbox', { name: 'Last day' }).fill(today);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await omar.getByRole('row', { name: /Omar Example.*Sue Example/ }).waitFor();
  });

  it('preset the approvers of a submission, and mark who is paid', async () => {
    const people = await firm.read<readonly { Id: string; Name: string }[]>('/api/carry/distribution/approvers');
    const { PageData: employees } = await firm.read<{ PageData: readonly { Id: string }[] }>(
      `/api/carry/employee?SearchQuery=${encodeURIComponent(payee)}`,
    );
    const user = { Id: people.find(({ Name }) => Name === 'Priya Example')?.Id };
    await firm.save(`/api/carry/portal-user/${employees[0]?.Id ?? ''}`, { User: user });
    await stage.visit(accountant, '/carry/distribution');
    await accountant.getByRole('link', { name: run }).click();
    await accountant.getByRole('button', { name: 'Submit…' }).click();
    const dialog = accountant.getByRole('dialog');
    await dialog.getByText('The approvers decide one after another', { exact: false }).waitFor();
    const priyas = dialog.getByRole('checkbox', { name: 'Priya Example' });
    await priyas.waitFor();
    expect([await priyas.isChecked(), await priyas.isDisabled()]).toEqual([true, true]);
    await dialog.getByText('Paid by this distribution', { exact: false }).waitFor();
    await acknowledgeAll(dialog);
    await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
    await accountant.getByText(`${run} submitted for approval successfully`).waitFor();
    await accountant.getByText('waiting for Omar Example', { exact: false }).waitFor();
  });

  it('ask only the next approver', async () => {
    await stage.visit(priya, '/carry/home');
    await priya.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await priya.getByRole('main').getByText('To approve', { exact: true }).count()).toBe(0);
    await stage.visit(omar, '/inbox/approvals');
    const message = omar.getByRole('link', { name: `${run} is waiting for your approval.` });
    link = (await message.getAttribute('href')) ?? '';
    expect(link).toMatch(/^#\/carry\/distribution\/[0-9a-f-]+\/approvals$/);
  });

  it('are given on a phone from the link in the mail, after signing in', async () => {
    const context = await stage.browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    const phone = await context.newPage();
    await phone.goto(`${stage.baseUrl}/${link}`);
    await signIn(phone, sue);
    await phone.getByRole('heading', { name: run }).waitFor();
    expect(phone.url()).toContain(link);
    await phone.getByText('today in place: Sue Example', { exact: false }).waitFor();
    await expectNoSidewaysScroll(phone);
    await phone.getByText(net).first().waitFor();
    const approve = phone.getByRole('button', { name: 'Approve…' });
    for (const button of [approve, phone.getByRole('button', { name: 'Reject…' })]) {
      const box = await button.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    }
    // A session that ended meanwhile leads back to the same page.
    await context.clearCookies({ name: 'AuthToken' });
    await phone.reload();
    await signIn(phone, sue);
    await approve.click();
    const question = phone.getByRole('dialog');
    await question.getByText('You decide in place of Omar Example.', { exact: false }).waitFor();
    await acknowledgeAll(question);
    await expectNoSidewaysScroll(phone);
    await question.getByRole('button', { name: 'Approve', exact: true }).click();
    await phone.getByText(`${run} approved successfully`).waitFor();
    await phone.getByText('Sue Example for Omar Example').waitFor();
    await context.close();
  });

  it('are complete once the paid partner, who is next, approves too', async () => {
    await priya.getByRole('main').getByText('To approve', { exact: true }).waitFor();
    await priya.getByRole('link', { name: run }).first().click();
    await priya.getByText('paid by this distribution').waitFor();
    await priya.getByRole('button', { name: 'Approve…' }).click();
    const question = priya.getByRole('dialog');
    await acknowledgeAll(question);
    await question.getByRole('button', { name: 'Approve', exact: true }).click();
    await priya.getByText('Approved', { exact: true }).first().waitFor();
    await accountant.getByRole('button', { name: 'Disburse…' }).waitFor();
  });
});

const expectNoSidewaysScroll = async (page: Page) => {
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
};
