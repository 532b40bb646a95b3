import { v7 as newId } from 'uuid';
import { type PlantedPlan, plantCarryPlan } from './plantCarryPlan.ts';
import { type AnswerOf, type BodyOf, refusal, type TestClient } from './testClient.ts';
import { type TestPerson, TestServer } from './testServer.ts';

export type DisplayedProfile = AnswerOf<'saveAllocationProfile'>;
type Request = BodyOf<'saveAllocationProfile'>;
export type Entry = Request['entries'][number];

/** A firm's plan with an editor who saves allocation profiles in it. */
export class AllocationDesk {
  readonly server: TestServer;
  readonly tenantId: string;
  readonly plan: PlantedPlan;
  readonly editor: TestPerson;
  /** The calls of the editor. */
  readonly calls: TestClient;
  readonly otherSchedule: string;
  readonly #partner: string;
  readonly #schedule: string;

  private constructor(parts: {
    server: TestServer;
    tenantId: string;
    plan: PlantedPlan;
    editor: TestPerson;
    partner: string;
    schedule: string;
    otherSchedule: string;
  }) {
    this.server = parts.server;
    this.tenantId = parts.tenantId;
    this.plan = parts.plan;
    this.editor = parts.editor;
    this.calls = parts.server.as(parts.editor);
    this.otherSchedule = parts.otherSchedule;
    this.#partner = parts.partner;
    this.#schedule = parts.schedule;
  }

  static async open(): Promise<AllocationDesk> {
    const server = await TestServer.start();
    const tenantId = await server.tenant();
    const editor = await server.person(tenantId, { carry: 'editor' });
    const partner = await server.referenceEntry(tenantId, 'participant-class', 'PARTNER');
    const staff = await server.referenceEntry(tenantId, 'participant-class', 'STAFF');
    const [schedule, otherSchedule] = [newId(), newId()];
    const plan = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
      for (const [id, name, parentId] of [
        [schedule, 'Four years', partner],
        [otherSchedule, 'Staff', staff],
      ]) {
        await tx.query(
          'INSERT INTO vesting_schedule (tenant_id, id, name, participant_class_id) VALUES ($1, $2, $3, $4)',
          [tenantId, id, name, parentId],
        );
      }
      return plantCarryPlan(tx);
    });
    return new AllocationDesk({ server, tenantId, plan, editor, partner, schedule, otherSchedule });
  }

  /** Adds members to an entity, so that its profile can name them. */
  async addMembers(entity: string, members: readonly string[]): Promise<void> {
    const at = { tenantId: this.tenantId, personId: null, now: this.server.now.toISOString() };
    const ids = members.map((code) => this.plan.idOf(code));
    await this.server.withTenant(at, (tx) =>
      tx.query(
        `INSERT INTO entity_member (tenant_id, id, entity_id, participant_id, position)
         SELECT $1, gen_random_uuid(), $2, m.id, 100 + m.position FROM unnest($3::uuid[]) WITH ORDINALITY AS m(id, position)`,
        [this.tenantId, this.plan.idOf(entity), ids],
      ),
    );
  }

  entry(code: string, values: Partial<Entry>): Entry {
    const references = { participantClass: { id: this.#partner }, vestingSchedule: { id: this.#schedule } };
    return { participantId: this.plan.idOf(code), ...references, ...values };
  }

  save(entries: readonly Entry[], more: Partial<Request> = {}, container = 'CO-HEL') {
    return this.calls.saveAllocationProfile({
      params: { containerId: this.plan.idOf(container) },
      body: {
        name: 'CO-HEL Allocation Profile',
        effectiveDate: '2026-01-01',
        isCurrent: false,
        isShareBased: false,
        entries,
        ...more,
      },
    });
  }

  /** A fixed 10 + discretionary 5, B fixed 20, C predilute 60, D predilute 40: 15, 20, 39 and 26 percent. */
  example(): [Entry, Entry, Entry, Entry] {
    return [
      this.entry('E001', { fixed: '10', discretionary: '5' }),
      this.entry('E002', { fixed: '20' }),
      this.entry('E003', { predilute: '60' }),
      this.entry('E004', { predilute: '40' }),
    ];
  }
}

/** Returns the codes of a refusal with their paths. */
export const readRefusals = async (call: Promise<unknown>) =>
  (await refusal(call)).errors.map(({ code, path }) => [code, path]);

export const effectiveShares = ({ entries }: DisplayedProfile) => entries.map(({ effective }) => effective);
