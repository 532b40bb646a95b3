import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectApi } from '../connectApi.ts';
import { captureDownload, type Person, readFigures, Stage } from '../harness.ts';

const list = '/performance/investor';

/** A list stays as its reader left it, and a view of one person becomes a view of the firm. */
describe('saved views of a list', { sequential: true }, () => {
  let stage: Stage;
  let ada: Person;
  let ben: Person;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    [ada, ben] = (await stage.firm(
      'Basalt Partners',
      [
        ['Ada', 'administrator'],
        ['Ben', 'viewer'],
      ],
      ['performance'],
    )) as [Person, Person];
    page = await stage.signedIn(ada);
    const api = await connectApi(page);
    const entries =
      await api.read<readonly { readonly Id: string; readonly Code: string }[]>('/api/reference/investor-type');
    const type = entries.find(({ Code }) => Code === 'INVESTOR') ?? entries[0];
    for (const [code, name] of [
      ['LAKE', 'Lakeside Endowment'],
      ['NORTH', 'Northern Teachers Retirement System and Affiliated Plans'],
      ['OAK', 'Oak Hill Family Office'],
    ])
      await api.save('/api/performance/investor', { Code: code, Name: name, Type: { Id: type?.Id } });
  });

  const press = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true }).click();
  const choose = (name: string | RegExp, on = page) => on.getByRole('menuitem', { name }).click();
  const headings = (on = page) => on.getByRole('columnheader').allTextContents();
  const remembered = (on: Page) =>
    on.waitForResponse((answer) => answer.url().endsWith('/api/saved-view/last') && answer.ok());

  it('a list opens as it was left, also in another browser', async () => {
    await stage.visit(page, list);
    await page.getByText('Oak Hill Family Office').waitFor();
    await press('Columns');
    const stored = remembered(page);
    await page.getByRole('checkbox', { name: 'Type', exact: true }).click();
    await page.getByRole('button', { name: 'Move Currency up' }).click();
    await page.keyboard.press('Escape');
    await stored;
    const arranged = await headings();
    expect(arranged).not.toContain('Type');

    const other = await stage.signedIn(ada);
    await stage.visit(other, list);
    await other.getByText('Oak Hill Family Office').waitFor();
    expect(await headings(other)).toEqual(arranged);
    await other.context().close();
  });

  it('its arrangement is saved as a view and shared with the firm', async () => {
    await press('Views');
    await choose('Save as new view…');
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByRole('textbox', { name: /Name/ }).fill('Open statements');
    await dialog.getByRole('checkbox', { name: /Share with the firm/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Views: Open statements' }).waitFor();
    expect(page.url()).toContain('view=');
  });

  it('others open the view, copy it as their own, and can’t change it', async () => {
    const bens = await stage.signedIn(ben);
    await stage.visit(bens, list);
    await bens.getByText('Oak Hill Family Office').waitFor();
    expect(await headings(bens)).toContain('Type');
    await bens.keyboard.press('v');
    await choose(/^Open statements/, bens);
    await bens.getByRole('button', { name: 'Views: Open statements' }).waitFor();
    expect(await headings(bens)).toEqual(await headings());
    await press('Views: Open statements', bens);
    await bens.getByRole('menuitem', { name: 'Save as new view…' }).waitFor();
    expect(await bens.getByRole('menuitem', { name: 'Delete…' }).count()).toBe(0);
    await choose(/^Make my default/, bens);
    await bens.getByText('Your default view is set').waitFor();
    await bens.context().close();
  });

  it('selected rows are exported, and a page beyond the last one opens the last', async () => {
    const own = await stage.signedIn(ada);
    await stage.visit(own, `${list}?page=99`);
    await own.getByText('Oak Hill Family Office').waitFor();
    expect(own.url()).not.toContain('page=');
    await own.getByRole('checkbox', { name: /^Select LAKE/ }).click();
    await own.getByRole('checkbox', { name: /^Select OAK/ }).click();
    await own.getByText('2 selected').waitFor();
    await press('Export selected', own);
    const cells = await readFigures(await captureDownload(own, () => choose('Excel', own)));
    expect(cells).toEqual(expect.arrayContaining(['Lakeside Endowment', 'Oak Hill Family Office']));
    expect(cells.join()).not.toContain('Northern Teachers');
    await own.getByRole('searchbox').fill('oak');
    await own.getByText(/^The selection was cleared/).waitFor();
    await own.context().close();
  });

  it('selected reference entries are archived together, and an action names the ones that it excludes', async () => {
    const own = await stage.signedIn(ada);
    await stage.visit(own, '/reference/investor-type');
    const boxes = own.getByRole('checkbox', { name: /^Select (?!all)/ });
    await boxes.nth(0).click();
    await boxes.nth(2).click({ modifiers: ['Shift'] });
    await press('Archive 3', own);
    await own.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await own.getByText('3 records archived').waitFor();
    await boxes.nth(2).click();
    await boxes.nth(3).click();
    await press('Archive 1 of 2', own);
    await own
      .getByRole('dialog')
      .getByText(/: It is already archived\.$/)
      .waitFor();
    await own.keyboard.press('Escape');
    await press('Activate 1 of 2', own);
    await own.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
    await own.getByText('1 record activated').waitFor();
    await own.context().close();
  });

  it('a deleted view is gone for everyone, and the list stays as it is', async () => {
    const arranged = await headings();
    await press('Views: Open statements');
    await choose('Delete…');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Views', exact: true }).waitFor();
    expect(await headings()).toEqual(arranged);
    await press('Views');
    await choose('Reset list');
    await page.getByRole('columnheader', { name: 'Type' }).waitFor();
  });
});
