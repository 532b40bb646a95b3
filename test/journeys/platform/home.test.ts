import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../faults/product.ts';
import { acknowledgeAll } from '../acknowledge.ts';
import { type Person, signIn, Stage } from '../harness.ts';

const run = 'Q3 2026 carry distribution';

/** Returns the item of a setup step. */
const stepOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** One story in order. */
describe('starting the day on the home page', { sequential: true }, () => {
  let stage: Stage;
  let maker: Page;
  let approver: Page;
  let priya: Person;
  let elena: Person;

  beforeAll(async () => {
    stage = await Stage.open();
    const [ada, second, third] = await stage.firm('Morning Partners', [
      ['Ada', 'editor'],
      ['Priya', 'viewer'],
      ['Elena', 'administrator'],
    ]);
    if (!ada || !second || !third) throw new Error('the firm was not made');
    priya = second;
    elena = third;
    maker = await stage.signedIn(ada);
  });

  it('opens it on a sign-in without a remembered path, with the steps of a new firm', async () => {
    approver = await stage.signedIn(priya);
    await approver.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    expect(approver.url()).toContain('#/carry/home');
    await approver.getByText('1 of 7 done').waitFor();
    // A viewer can do none of them.
    await stepOf(approver, 'Participants').getByText('Ada Example or Elena Example can do this.').waitFor();
    expect(await stepOf(approver, 'Participants').getByRole('link').count()).toBe(0);
    await stepOf(approver, 'First distribution').getByText('Comes after: first allocation profile.').waitFor();
  });

  it('offers a tour once, which the keyboard goes through', async () => {
    await maker.getByRole('button', { name: 'Take the tour' }).press('Enter');
    // One module needs no switch, so its stop is left out.
    for (const [title, button] of [
      ['Menu', 'Next'],
      ['Search', 'Next'],
      ['Help', 'Next'],
      ['Notifications', 'Next'],
      ['Your account', 'Done'],
    ] as const)
      await maker.getByRole('dialog', { name: title }).getByRole('button', { name: button }).press('Enter');
    await maker.getByRole('button', { name: 'Take the tour' }).waitFor({ state: 'detached' });
    await maker.reload();
    await maker.getByRole('heading', { name: 'Getting started' }).waitFor();
    expect(await maker.getByRole('button', { name: 'Take the tour' }).count()).toBe(0);
    // Others decide for themselves.
    await approver.getByRole('button', { name: 'No, thanks' }).press('Enter');
    await approver.getByRole('button', { name: 'No, thanks' }).waitFor({ state: 'detached' });
  });

  it('asks somebody with a link to sign in, and continues to its target [U-T-040]', async () => {
    const context = await approver.context().browser()!.newContext();
    const page = await context.newPage();
    await page.goto(`${stage.baseUrl}/#/carry/fund`);
    await page.waitForURL(/#\/login$/);
    await signIn(page, priya);
    await page.waitForURL(/#\/carry\/fund/);
    await context.close();
  });

  it('shows pending work live, links to the run, and removes it on approval', async () => {
    await stepOf(maker, 'Carry plan or first fund').getByRole('link', { name: 'Upload a carry plan' }).click();
    const upload = maker.getByRole('dialog');
    await upload.locator('input[type=file]').setInputFiles(join(root, 'samples', 'carry-plan.xlsx'));
    await upload.getByText('Planned changes').waitFor();
    await upload.getByRole('button', { name: 'Confirm' }).click();
    await maker.getByText('Data successfully uploaded.').first().waitFor();
    await upload.waitFor({ state: 'detached' });
    // The steps tick themselves, also for others.
    for (const step of ['Carry plan or first fund', 'Participants', 'First allocation profile'])
      await stepOf(approver, step).getByRole('img', { name: 'Done' }).waitFor();
    await stage.visit(maker, '/carry/distribution');
    await maker.getByRole('row', { name: new RegExp(run) }).click();
    await maker.getByRole('button', { name: 'Submit…' }).click();
    const dialog = maker.getByRole('dialog');
    await dialog.getByLabel('Priya Example').check();
    await acknowledgeAll(dialog);
    await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
    await maker.getByText(`${run} submitted for approval successfully`).waitFor();
    // Nobody reloads. The approver's page updates by itself.
    const waiting = approver.getByRole('row', { name: new RegExp(`${run}.*To approve.*Ada Example.*49,590,981\\.21`) });
    // The action of the task leads to the page where it is done.
    await waiting.getByRole('link', { name: `Approve ${run}` }).press('Enter');
    await approver.getByRole('button', { name: 'Approve…' }).click();
    await acknowledgeAll(approver.getByRole('dialog'));
    await approver.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await approver.getByText(`${run} approved successfully`).waitFor();
    await approver.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' }).click();
    await approver.getByText('Nothing is waiting for you.').waitFor();
    // Everybody arranges the panels for themselves, with the keyboard too.
    await approver.getByRole('heading', { name: 'Last runs' }).waitFor();
    await approver.getByRole('button', { name: 'Arrange' }).press('Enter');
    await approver.getByRole('checkbox', { name: 'Last runs' }).press('Space');
    await approver.getByRole('heading', { name: 'Last runs' }).waitFor({ state: 'detached' });
    // The arrangement is stored although the page is left at once.
    await approver.reload();
    await approver.getByText('Nothing is waiting for you.').waitFor();
    expect(await approver.getByRole('heading', { name: 'Last runs' }).count()).toBe(0);
  });

  it('loses the steps for everybody when an administrator dismisses them, who can undo it', async () => {
    const administrator = await stage.signedIn(elena);
    await administrator.getByRole('button', { name: 'Dismiss for everyone' }).press('Enter');
    await administrator.getByText('Getting started is no longer on Home.').waitFor();
    await approver.getByRole('heading', { name: 'Getting started' }).waitFor({ state: 'detached' });
    await administrator.getByRole('button', { name: 'Undo' }).press('Enter');
    await approver.getByRole('heading', { name: 'Getting started' }).waitFor();
  });
});
