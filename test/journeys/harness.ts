import type { Application } from '@carrara/contract/core/permissions';
import { createPasswords } from '@carrara/adapters/identity/passwords';
import { fillTenant } from '@carrara/adapters/postgres/platform/referenceData/fillTenant';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { openStorage } from '@carrara/adapters/storage/openStorage';
import { randomUUID } from 'node:crypto';
import { type Browser, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { root } from '../faults/product.ts';
import { openBrowser } from './openBrowser.ts';
import type { SharedProduct } from './product.ts';

const password = 'correct horse battery staple';

export type Role = 'viewer' | 'editor' | 'administrator';
export interface Person {
  readonly login: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** The location of a product's data. Without a database URL, it is in a cluster in the folder. */
type Installation = Pick<SharedProduct, 'folder'> & Partial<Pick<SharedProduct, 'databaseUrl'>>;

/** The product that the journeys share. Each journey has its own firm with people who can sign in, each in a separate browser context. */
export class Stage {
  readonly baseUrl: string;
  readonly #installation: Installation;
  readonly #browser: Browser;

  private constructor({ baseUrl, ...installation }: Installation & { readonly baseUrl: string }, browser: Browser) {
    this.baseUrl = baseUrl;
    this.#installation = installation;
    this.#browser = browser;
  }

  static async open(product?: Installation & { readonly baseUrl: string }): Promise<Stage> {
    return new Stage(product ?? inject('product'), await openBrowser());
  }

  /** Creates a firm with these people, each with a role in these applications or in their own ones. */
  async firm(
    name: string,
    people: readonly (readonly [firstName: string, role: Role, own?: readonly Application[]])[],
    applications: readonly Application[] = ['carry'],
  ): Promise<readonly Person[]> {
    const { folder: dataDir, databaseUrl } = this.#installation;
    const storage = await openStorage({ checkout: root, dataDir, databaseUrl });
    try {
      const { worker } = storage.database;
      const tenantId = randomUUID();
      // For performance-lp, the tenant has to be an LP tenant.
      const isLpTenant = applications.includes('performance-lp');
      await worker.query('INSERT INTO tenant (id, name, is_lp_tenant) VALUES ($1, $2, $3)', [
        tenantId,
        name,
        isLpTenant,
      ]);
      await fillTenant(worker, tenantId, new Date());
      const hash = await createPasswords().hash(password);
      const created: Person[] = [];
      for (const [firstName, role, own = applications] of people) {
        const id = randomUUID();
        const person = {
          login: `${firstName.toLowerCase()}-${id}@example.test`,
          password,
          firstName,
          lastName: 'Example',
        };
        await worker.query('INSERT INTO person (id, login, first_name, last_name) VALUES ($1, $2, $3, $4)', [
          id,
          person.login,
          person.firstName,
          person.lastName,
        ]);
        await worker.query('INSERT INTO credential (person_id, password_hash) VALUES ($1, $2)', [id, hash]);
        await worker.query('INSERT INTO membership (tenant_id, person_id) VALUES ($1, $2)', [tenantId, id]);
        await worker.query(
          'INSERT INTO membership_role (tenant_id, person_id, application, role) SELECT $1, $2, unnest($3::text[]), $4',
          [tenantId, id, own, role],
        );
        created.push(person);
      }
      return created;
    } finally {
      await storage.close();
    }
  }

  /** Environment variables for commands against this product, including those that read its data directly. */
  get environment(): Readonly<Record<string, string>> {
    const { folder, databaseUrl } = this.#installation;
    return { CARRARA_SERVER: this.baseUrl, DATA_DIR: folder, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
  }

  /** For tests that create browser contexts themselves. */
  get browser(): Browser {
    return this.#browser;
  }

  /** Returns a new browser context with that person signed in. */
  async signedIn(person: Person): Promise<Page> {
    const page = await this.signingIn(person);
    await page.getByRole('navigation').first().waitFor();
    return page;
  }

  /** Returns a new browser context after the sign-in form was sent, whether or not the person is admitted. */
  async signingIn(person: Pick<Person, 'login' | 'password'>): Promise<Page> {
    const context = await this.#browser.newContext({
      viewport: { width: 1440, height: 900 },
      acceptDownloads: true,
      // Animations are rendered in software here, sixty times a second, and tests would wait for them.
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(this.baseUrl);
    await signIn(page, person);
    return page;
  }

  async visit(page: Page, path: string): Promise<void> {
    await page.goto(`${this.baseUrl}/#${path}`);
  }
}

/** Fills in the sign-in form and submits it. */
export async function signIn(
  page: Page,
  { login, password: secret }: Pick<Person, 'login' | 'password'>,
): Promise<void> {
  await page.getByLabel('E-mail or user name').fill(login);
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Returns the content of a file that an action downloads. */
export async function captureDownload(page: Page, action: () => Promise<unknown>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), action()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Returns every cell of a workbook as text. */
export async function readFigures(bytes: Uint8Array): Promise<readonly string[]> {
  const read = await readWorkbook(bytes);
  if (read.isErr()) throw new Error(JSON.stringify(read.error));
  return read.value.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.map(({ text }) => text)));
}
