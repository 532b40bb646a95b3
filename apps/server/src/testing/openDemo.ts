import { alderRidge, bellmere, demoPassword, rowanBridge } from '../demo/people.ts';
import { demoGround } from './demoGround.ts';
import { TestServer } from './testServer.ts';

export type Demo = Awaited<ReturnType<typeof openDemo>>;

/** Starts a server with a copy of the demo. */
export async function openDemo() {
  const server = await TestServer.start({ ground: await demoGround() });
  const { rows } = await server.database.worker.query<{ id: string; name: string }>('SELECT id, name FROM tenant');
  const all = new Map(rows.map(({ id, name }) => [name, id]));
  const [empty = '', endowment = ''] = [all.get(rowanBridge), all.get(bellmere)];
  /** The firms with carry, by name. */
  const tenants = new Map([...all].filter(([, id]) => id !== empty && id !== endowment));
  const token = await server.signIn('admin@alder.example', demoPassword);
  const session = (firm: string) => ({ token, tenantId: tenants.get(firm)! });
  /** The calls of the administrator of a firm. */
  const adminOf = (firm: string) => server.as(session(firm));
  /** The calls of another person. */
  const signIn = async (login: string, tenantId = tenants.get(alderRidge)!) =>
    server.as({ token: await server.signIn(login, demoPassword), tenantId });
  const runs = async (firm: string) => (await adminOf(firm).listDistributions({ query: { pageSize: 100 } })).pageData;
  /** Reads an address as the administrator of a firm. */
  const read = (firm: string, url: string) => server.call(token, tenants.get(firm), { method: 'GET', url });
  return { server, tenants, empty, endowment, adminOf, signIn, runs, read };
}
