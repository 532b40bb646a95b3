import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, connectApi } from '../connectApi.ts';
import { Stage } from '../harness.ts';

const grouped = (text: string) => text.replace(/\B(?=(\d{3})+\.)/g, ',');

/** One story in order, by a partner of the demo with a trust, whose carry is in two currencies. */
describe("a participant's Home", { sequential: true }, () => {
  let stage: Stage;
  let mateo: Page;
  let own: Api;

  beforeAll(async () => {
    stage = await Stage.open();
    mateo = await stage.signingIn({ login: 'mateo@alder.example', password: 'carrara-demo-2026' });
    await mateo.getByRole('heading', { level: 1, name: 'Mateo Alvarez' }).waitFor();
    own = await connectApi(mateo);
  });

  const regions = () =>
    mateo
      .getByRole('main')
      .getByRole('region')
      .evaluateAll((panels) => panels.map((panel) => panel.ariaLabel));

  it('starts with the news, each with its action', async () => {
    await mateo.getByRole('region', { name: 'New for you' }).waitFor();
    expect((await regions())[0]).toBe('New for you');
    await mateo
      .getByRole('link', { name: /^(Read|Acknowledge) the letter / })
      .first()
      .press('Enter');
    await mateo.waitForURL(/participant-portal\/document\//);
    await mateo.goBack();
  });

  it('shows what is vested and not vested as the vesting page does, with its explanation and the next date', async () => {
    interface Sums {
      readonly Currency: string;
      readonly VestedCarryAmount: string;
      readonly ForfeitedCarryAmount: string;
    }
    const { ByCurrency } = await own.read<{ ByCurrency: readonly Sums[] }>('/api/participant-portal/vesting');
    const inDollars = ByCurrency.find(({ Currency }) => Currency === 'USD');
    const vesting = mateo.getByRole('region', { name: 'Vesting, Mateo Alvarez, USD' });
    const [vested, unvested] = [inDollars?.VestedCarryAmount ?? '', inDollars?.ForfeitedCarryAmount ?? ''].map(grouped);
    await vesting.getByText('Not vested', { exact: true }).waitFor();
    const figures = await vesting.locator('dl > div').allInnerTexts();
    expect(figures.slice(0, 2).map((figure) => figure.split('\n'))).toEqual([
      ['Vested', `${vested}why?`],
      ['Not vested', `${unvested}why?`],
    ]);
    await vesting.getByText(/^Vests next, on \d{2}\/\d{2}\/\d{4}$/).waitFor();
    await vesting.getByRole('button', { name: `Why ${vested}?` }).press('Enter');
    await mateo.getByRole('dialog', { name: /^Why / }).getByText('all sources').first().waitFor();
    await mateo.keyboard.press('Escape');
  });

  it('shows one currency at a time', async () => {
    // The radio button itself has no size. People press its label.
    await mateo.getByRole('radiogroup', { name: 'Currency' }).getByText('EUR', { exact: true }).click();
    await mateo.getByRole('region', { name: 'Mateo Alvarez, EUR', exact: true }).waitFor();
    expect((await regions()).filter((name) => name?.endsWith('USD'))).toEqual([]);
    // The titles name the currency, so that the labels don't.
    const labels = await mateo.getByRole('main').locator('dt').allInnerTexts();
    expect(labels).toContain('Net distributed');
    expect(labels.filter((label) => label.includes('EUR'))).toEqual([]);
  });

  it('leads to the carry at NAV, apart from what was accrued by realization', async () => {
    interface Carry {
      readonly ByCurrency: readonly { readonly Currency: string; readonly CarryAtNav: string }[];
      readonly Rows: readonly Readonly<Record<'InvestmentName' | 'CarryAtNav' | 'Invested', string | null>>[];
    }
    const { ByCurrency, Rows } = await own.read<Carry>('/api/participant-portal/carry-at-nav');
    const inDollars = ByCurrency.find(({ Currency }) => Currency === 'USD')?.CarryAtNav ?? '';
    const largest = Rows.toSorted((first, other) => Number(other.CarryAtNav) - Number(first.CarryAtNav))[0];
    expect(Number(largest?.CarryAtNav)).toBeGreaterThan(0);
    await mateo.getByRole('link', { name: 'Carry at NAV', exact: true }).press('Enter');
    const head = mateo.getByRole('main').locator('dl > div').filter({ hasText: 'Accrued at NAV, USD' });
    expect(await head.innerText()).toContain(grouped(inDollars));
    const atNav = mateo.getByRole('region', { name: 'Accrued at NAV', exact: true });
    await atNav
      .getByRole('row', { name: new RegExp(largest?.InvestmentName ?? '-') })
      .filter({ hasText: grouped(largest?.CarryAtNav ?? '') })
      .filter({ hasText: grouped(largest?.Invested ?? '-') })
      .waitFor();
    await atNav
      .getByRole('button', { name: `Why ${grouped(largest?.CarryAtNav ?? '')}?` })
      .first()
      .press('Enter');
    const why = mateo.getByRole('dialog', { name: /^Why / });
    await why.getByText('carry at NAV = accrued carry x points in force / 100').first().waitFor();
    await mateo.keyboard.press('Escape');
    await mateo
      .getByRole('region', { name: 'Accrued by realization', exact: true })
      .getByText('Whole fund')
      .first()
      .waitFor();
    await stage.visit(mateo, '/participant-portal');
    await mateo.getByRole('region', { name: 'New for you' }).waitFor();
  });

  it('keeps its arrangement after a reload, until the default is restored', async () => {
    await mateo.getByRole('button', { name: 'Arrange' }).press('Enter');
    const stored = mateo.waitForResponse((response) => response.url().endsWith('/saved-view/board'));
    await mateo.getByRole('checkbox', { name: 'Latest distributions' }).press('Space');
    await mateo.getByRole('region', { name: 'Latest distributions' }).waitFor({ state: 'detached' });
    await stored;
    await mateo.reload();
    await mateo.getByRole('region', { name: 'New for you' }).waitFor();
    expect(await regions()).not.toContain('Latest distributions');
    await mateo.getByRole('button', { name: 'Arrange' }).press('Enter');
    await mateo.getByRole('button', { name: 'Restore defaults' }).press('Enter');
    await mateo.getByRole('region', { name: 'Latest distributions' }).waitFor();
  });
});
