import type { Application } from '@carrara/contract/core/permissions';
import { createPasswords } from '@carrara/adapters/identity';
import { fillTenant } from '@carrara/adapters/postgres/platform/referenceData';
import { readWorkbook } from '@carrara/adapters/spreadsheet';
import { openStorage } from '@carrara/adapters/storage';
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

/** Where the data of a product are; in a cluster in the folder where no other is named. */
type Place = Pick<SharedProduct, 'folder'> & Partial<Pick<SharedProduct, 'databaseUrl'>>;

/** The product that the journeys share, with people of a firm of its own who can sign in, each in a browser context of their own. */
export class Stage {
  readonly baseUrl: string;
  readonly #place: Place;
  readonly #browser: Browser;

  private constructor({ baseUrl, ...place }: Place & { readonly baseUrl: string }, browser: Browser) {
    this.baseUrl = baseUrl;
    this.#place = place;
    this.#browser = browser;
  }

  static async open(product?: Place & { readonly baseUrl: string }): Promise<Stage> {
    return new Stage(product ?? inject('product'), await openBrowser());
  }

  /** A firm with these people, each with their role in these applications or in their own. */
  async firm(
    name: string,
    people: readonly (readonly [firstName: string, role: Role, own?: readonly Application[]])[],
    applications: readonly Application[] = ['carry'],
  ): Promise<readonly Person[]> {
    const { folder: dataDir, databaseUrl } = this.#place;
    const storage = await openStorage({ checkout: root, dataDir, databaseUrl });
    try {
      const { worker } = storage.database;
      const tenantId = randomUUID();
      // Who has the performance of LPs is in the tenant of one.
      const isLpTenant = applications.includes('performance-lp');
      await worker.query('INSERT INTO tenant (id, name, is_lp_tenant) VALUES ($1, $2, $3)', [
        tenantId,
        name,
        isLpTenant,
      ]);
      await fillTenant(worker, tenantId, new Date());
      const hash = await createPasswords().hash(password);
      const made: Person[] = [];
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
        made.push(person);
      }
      return made;
    } finally {
      await storage.close();
    }
  }

  /** What leads commands to this product, and those that look into its data to these. */
  get environment(): Readonly<Record<string, string>> {
    const { folder, databaseUrl } = this.#place;
    return { CARRARA_SERVER: this.baseUrl, DATA_DIR: folder, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
  }

  /** For contexts that are made otherwise than those of people who sign in. */
  get browser(): Browser {
    return this.#browser;
  }

  /** A browser context of its own with that person signed in. */
  async signedIn(person: Person): Promise<Page> {
    const page = await this.signingIn(person);
    await page.getByRole('navigation').first().waitFor();
    return page;
  }

  /** The same, before it is known whether the person may come in. */
  async signingIn(person: Pick<Person, 'login' | 'password'>): Promise<Page> {
    const context = await this.#browser.newContext({
      viewport: { width: 1440, height: 900 },
      acceptDownloads: true,
      // What moves is drawn by the processor here, sixty times a second, and waited for.
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

/** Fills the sign-in page and sends it. */
export async function signIn(
  page: Page,
  { login, password: secret }: Pick<Person, 'login' | 'password'>,
): Promise<void> {
  await page.getByLabel('E-mail or user name').fill(login);
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The bytes of a file that a deed makes the browser download. */
export async function downloaded(page: Page, deed: () => Promise<unknown>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), deed()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Every cell of a workbook, as text. */
export async function figuresOf(bytes: Uint8Array): Promise<readonly string[]> {
  const read = await readWorkbook(bytes);
  if (read.isErr()) throw new Error(JSON.stringify(read.error));
  return read.value.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.map(({ text }) => text)));
}
