import { afterAll, beforeAll } from 'vitest';
import type { TestServer } from './testServer.ts';

interface StartedFirm {
  readonly server: TestServer;
}

/**
 * Starts a firm before the tests of a file and stops its server after them. `as` and the named functions can be
 * destructured. The server and the named values exist only while tests run.
 */
export function openFirm<F extends StartedFirm, V extends keyof F = never, N extends keyof F = never>(
  start: () => Promise<F>,
  values: readonly V[] = [],
  functions: readonly N[] = [],
): Pick<F, 'server' | V | N> & Pick<TestServer, 'as'> {
  let firm: F;
  beforeAll(async () => {
    firm = await start();
  });
  afterAll(() => firm.server.stop());
  const as: TestServer['as'] = (...session) => firm.server.as(...session);
  const opened = { as };
  for (const name of ['server', ...values])
    Object.defineProperty(opened, name, { enumerable: true, get: () => Reflect.get(firm, name) as unknown });
  for (const name of functions) {
    const call = (...args: unknown[]): unknown =>
      Reflect.apply(firm[name] as (...args: unknown[]) => unknown, firm, args);
    Object.defineProperty(opened, name, { enumerable: true, value: call });
  }
  return opened as Pick<F, 'server' | V | N> & typeof opened;
}
