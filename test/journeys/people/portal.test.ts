import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, connectApi } from '../connectApi.ts';
import { captureDownload, Stage } from '../harness.ts';

const password = 'carrara-demo-2026';
const letter = 'Q2 2026 carry distribution';

/** One story in order, by a participant of the demo with a trust: they read and acknowledge their own documents, and see no others. */
describe("a participant's portal", { sequential: true }, () => {
  let stage: Stage;
  let viktor: Page;
  let clara: Page;
  let firm: Api;

  beforeAll(async () => {
    stage = await Stage.open();
    const signedIn = async (login: string) => {
      const page = await stage.signingIn({ login, password });
      await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
      return page;
    };
    [viktor, clara] = await Promise.all([signedIn('viktor@alder.example'), signedIn('accountant@alder.example')]);
    firm = await connectApi(clara);
  });

  const panel = (name: string) => viktor.getByRole('region', { name, exact: true });
  const money = (text: string) => text.replace(/\B(?=(\d{3})+\.)/g, ',');
  interface Holder {
    readonly Id: string;
    readonly Name: string;
  }
  /** Returns the data of an employee or trust as the firm sees it. */
  async function holderOf(kind: 'employee' | 'trust', summary: string) {
    const { PageData } = await firm.read<{ PageData: readonly Holder[] }>(`/api/carry/${kind}?SearchQuery=Petrov`);
    const [holder] = PageData;
    const figures = await firm.read<{ readonly TotalNetDistributed: string }>(`/api/carry/${summary}/${holder?.Id}`);
    return { name: holder?.Name ?? '', net: money(figures.TotalNetDistributed) };
  }

  it('opens for its user at a previous address too, with its menu [R-T-015 U-T-003 U-T-014 U-T-046]', async () => {
    await viktor.goto(`${stage.baseUrl}/next/participant-portal`);
    await viktor.getByRole('heading', { level: 1, name: 'Viktor Petrov' }).waitFor();
    expect(viktor.url()).toMatch(/#\/participant-portal$/);
    const menu = viktor.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
    const addresses = () => menu.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    await expect.poll(addresses).toContain('#/participant-portal/pay');
    expect((await addresses()).filter((address) => !address?.startsWith('#/participant-portal'))).toEqual([]);
    for (const path of ['/carry/participant', '/carry/delivery', '/comp/salary', '/performance/dashboard', '/user']) {
      await stage.visit(viktor, path);
      await viktor.getByText('You don’t have access to this page.').waitFor();
    }
  });

  it("shows the participant's own carry and their trust's as the firm's figures, with explanations", async () => {
    const [own, trusts] = await Promise.all([holderOf('employee', 'empv2'), holderOf('trust', 'trust/v2')]);
    expect(own.net).not.toBe(trusts.net);
    await stage.visit(viktor, '/participant-portal');
    await panel(`${own.name}, USD`).getByText(own.net).first().waitFor();
    expect(trusts.net).toBe('0.00');
    await panel(trusts.name).getByText('Nothing has been distributed, withheld or forecast yet').waitFor();
    await stage.visit(viktor, '/participant-portal/distribution');
    await viktor.getByRole('main').getByRole('row', { name: letter }).first().getByRole('link').first().click();
    await panel('By source').waitFor();
    await viktor.getByRole('button', { name: /^Why / }).first().click();
    await viktor.getByRole('dialog', { name: /^Why / }).waitFor();
    await viktor.keyboard.press('Escape');
  });

  it("refuses addresses of other people's data", async () => {
    await stage.visit(viktor, '/participant-portal/tax?holder=7');
    await viktor.getByText('You have no such trust.').waitFor();
    const { PageData } = await firm.read<{ PageData: readonly Holder[] }>(
      '/api/carry/distribution?SearchQuery=Q3 2026',
    );
    await stage.visit(viktor, `/participant-portal/distribution/${PageData[0]?.Id}`);
    await viktor.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor();
  });

  const opened = async () =>
    pdfTexts(await captureDownload(viktor, () => viktor.getByRole('button', { name: /^Download / }).click())).join(' ');

  const sign = async (name: string) => {
    await panel('Acknowledge').getByRole('textbox', { name: 'Your name' }).fill(name);
    await panel('Acknowledge').getByRole('button', { name: 'Acknowledge' }).click();
  };

  it("has the participant's pay statement to read and acknowledge", async () => {
    await stage.visit(viktor, '/participant-portal/pay');
    const rows = viktor.getByRole('main').getByRole('row', { name: 'Compensation statement 2025' });
    await rows.first().getByRole('link').first().click();
    expect(await opened()).toContain('Viktor Petrov');
    await sign('Viktor Petrov');
    await panel('Acknowledged').getByText('Viktor Petrov').waitFor();
    await stage.visit(viktor, '/participant-portal/pay');
    await rows.filter({ hasText: 'Acknowledged' }).first().waitFor();
  });

  it("has a letter that is opened, and acknowledged only with the participant's own name", async () => {
    await stage.visit(viktor, '/participant-portal');
    await panel('New for you')
      .getByRole('listitem')
      .filter({ hasText: 'for Viktor Petrov' })
      .getByRole('link', { name: letter, exact: true })
      .click();
    expect(await opened()).toContain('Viktor Petrov');
    await sign('Farah Karim');
    await panel('Acknowledge')
      .getByRole('textbox', { name: 'Your name' })
      .and(viktor.locator('[aria-invalid=true]'))
      .waitFor();
    await sign('Viktor Petrov');
    await panel('Acknowledged').getByText('Viktor Petrov').waitFor();
  });

  it('shows the firm who opened and acknowledged it', async () => {
    await stage.visit(clara, '/carry/delivery');
    await clara.getByRole('main').getByRole('row', { name: letter }).first().getByRole('link').first().click();
    await clara
      .getByRole('row', { name: /Viktor Petrov.*Acknowledged/ })
      .first()
      .waitFor();
  });
});
