import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectApi } from '../connectApi.ts';
import { captureDownload, type Person, readFigures, Stage } from '../harness.ts';

/** One person mentions another in a note, the other answers, and a task comes of it. A subscription creates a file. */
describe('notes, tasks and subscriptions', { sequential: true }, () => {
  let stage: Stage;
  let ada: Page;
  let ben: Page;
  let fund: string;

  beforeAll(async () => {
    stage = await Stage.open();
    const [first, second] = (await stage.firm('Tamarack Partners', [
      ['Ada', 'editor'],
      ['Ben', 'viewer'],
    ])) as [Person, Person];
    ada = await stage.signedIn(first);
    ben = await stage.signedIn(second);
    const api = await connectApi(ada);
    const [currency] = await api.read<readonly { readonly Id: string }[]>('/api/reference/currency');
    fund = (
      await api.save('/api/carry/fund', {
        Code: 'TAM-I',
        LegalName: 'Tamarack Fund I',
        Currency: { Id: currency?.Id },
      })
    ).Id;
  });

  const bell = (page: Page, name: RegExp) => page.getByRole('button', { name });
  const thread = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Is the escrow right' });

  it('a mention reaches the other person’s bell without a reload', async () => {
    await bell(ben, /^Notifications$/).waitFor();
    await stage.visit(ada, `/carry/fund/${fund}/profile/overview`);
    await ada.getByRole('button', { name: /^Notes, / }).click();
    const box = ada.getByRole('dialog').getByRole('textbox', { name: 'New note' });
    await box.fill('');
    await box.pressSequentially('Is the escrow right, @be');
    await ada.getByRole('option', { name: 'Ben Example' }).waitFor();
    await ada.keyboard.press('Enter');
    expect(await box.inputValue()).toBe('Is the escrow right, @Ben Example ');
    await ada.getByRole('button', { name: 'Add note' }).click();
    await thread(ada).getByText('@Ben Example').waitFor();

    await bell(ben, /^Notifications, 1 new$/).click();
    await ben.getByRole('button', { name: 'Mentions 1' }).click();
    await ben.getByRole('link', { name: 'Ada Example mentioned you in a note on Tamarack Fund I.' }).click();
    await ben.getByRole('heading', { name: 'Notes, Tamarack Fund I' }).waitFor();
    await bell(ben, /^Notifications$/).waitFor();
  });

  it('a viewer answers, and the author reads it in the inbox', async () => {
    await ben.getByRole('button', { name: 'Reply to Ada Example' }).click();
    await ben.getByRole('textbox', { name: 'Reply' }).fill('As of June, yes.');
    await ben.getByRole('button', { name: 'Reply', exact: true }).last().click();
    await ben.getByText('As of June, yes.').waitFor();
    await bell(ada, /^Notifications, 1 new$/).waitFor();
    await thread(ada).getByText('As of June, yes.').waitFor();
  });

  it('the note becomes a task, which the other person finds on Home and finishes', async () => {
    await thread(ada).getByRole('button', { name: 'Make task' }).click();
    const form = ada.getByRole('form', { name: 'Make task' });
    await form.getByRole('combobox', { name: 'Assigned to' }).click();
    await ada.getByRole('option', { name: 'Ben Example' }).click();
    const today = new Date().toISOString().slice(0, 10);
    await form.getByLabel(/^Due/).fill(today);
    await form.getByRole('button', { name: 'Save' }).click();
    await thread(ada).getByText('Task for Ben Example').waitFor();

    await stage.visit(ben, '/carry/home');
    const due = ben.getByRole('group', { name: 'Your tasks, table' });
    await due.getByText(/^(Due soon|Overdue)$/).waitFor();
    await due.getByRole('button', { name: /^Done Is the escrow right/ }).click();
    await ben.getByText('Task done').waitFor();
    await due.waitFor({ state: 'detached' });
    await thread(ada)
      .getByText(/done by Ben Example/)
      .waitFor();
    await stage.visit(ada, '/inbox/tasks');
    await ada.getByText('Ben Example finished a task on Tamarack Fund I.').waitFor();
    await ada.getByRole('button', { name: 'Mark all as read' }).click();
    await bell(ada, /^Notifications$/).waitFor();
  });

  it('a subscription creates its file, and its message leads to it', async () => {
    await stage.visit(ben, '/carry/fund');
    await ben.getByText('Tamarack Fund I').first().waitFor();
    await ben.getByRole('button', { name: 'Export' }).click();
    await ben.getByRole('menuitem', { name: 'On a schedule…' }).click();
    const form = ben.getByRole('form', { name: 'Subscribe' });
    await form.getByRole('textbox', { name: /^Name/ }).fill('Funds on Monday');
    await form.getByRole('button', { name: 'Subscribe' }).click();
    await form.waitFor({ state: 'detached' });
    await stage.visit(ben, '/subscription');
    const row = ben.getByRole('row', { name: /^Funds on Monday/ });
    await row.getByText('Every Monday').waitFor();
    await row.getByRole('button', { name: 'Create now Funds on Monday' }).click();
    await bell(ben, /^Notifications, \d new$/).waitFor();
    await row.getByText('Created', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Create now Funds on Monday' }).click();
    await stage.visit(ben, '/inbox/other');
    const ready = ben.getByRole('checkbox', { name: 'Select Funds on Monday is ready.' });
    for (const state of ['read', 'unread']) {
      await expect.poll(() => ready.count()).toBe(2);
      for (const box of await ready.all()) await box.check();
      await ben.getByRole('button', { name: `Mark as ${state} 2` }).click();
      await ben.getByText(`2 notifications marked as ${state}`).waitFor();
    }
    await ben.getByRole('link', { name: 'Funds on Monday is ready.' }).first().click();
    const file = await captureDownload(ben, () => ben.getByRole('button', { name: 'Download', exact: true }).click());
    expect(await readFigures(file)).toContain('Tamarack Fund I');
    await row.getByRole('button', { name: 'Pause Funds on Monday' }).click();
    await row.getByText('Paused').waitFor();
  });
});
