import { expect } from 'vitest';
import { v7 as newId } from 'uuid';
import { type PlantedPlan, plantCarryPlan } from './plantCarryPlan.ts';
import { type TestPerson, TestServer } from './testServer.ts';

type Member = { readonly ParticipantId: string; readonly Name: string; readonly Effective: string | null };

export interface DisplayedProfile {
  readonly Id: string;
  readonly RowVersion: number;
  readonly Version: number;
  readonly Name: string;
  readonly IsCurrent: boolean;
  readonly IsValid: boolean;
  readonly CanEdit: boolean;
  readonly CanDelete: boolean;
  readonly Unallocated: string;
  readonly Entries: readonly {
    readonly ParticipantId: string;
    readonly Effective: string;
    readonly Shares: string | null;
    readonly Error: string | null;
    readonly Profile: { readonly Id: string } | null;
    readonly MemberMismatch: boolean;
    readonly OriginalMembers: readonly Member[];
    readonly CurrentMembers: readonly Member[];
  }[];
  readonly Problems: readonly { readonly Code: string }[];
}

/** A firm's plan with an editor who saves allocation profiles in it. */
export class AllocationDesk {
  readonly server: TestServer;
  readonly tenantId: string;
  readonly plan: PlantedPlan;
  readonly editor: TestPerson;
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

  call(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
    const url = `/api/carry/allocationprofile${path}`;
    return this.server.call(this.editor.token, this.tenantId, { method, url, ...(payload ? { payload } : {}) });
  }

  async read<T = DisplayedProfile>(path: string): Promise<T> {
    const answer = await this.call('GET', path);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  }

  /** Adds members to an entity, so that its profile can name them. */
  async addMembers(entity: string, members: readonly string[]): Promise<void> {
    const at = { tenantId: this.tenantId, personId: null, now: this.server.now.toISOString() };
    const ids = members.map((code) => this.plan.idOf(code));
    await this.server.withTenant(at, (tx) =>
      tx.query(
        `INSERT INTO entity_member (tenant_id, id, entity_id, participant_id, position)
         SELECT $1, gen_random_uuid(), $2, m.id, 100 + m.place FROM unnest($3::uuid[]) WITH ORDINALITY AS m(id, place)`,
        [this.tenantId, this.plan.idOf(entity), ids],
      ),
    );
  }

  entry(code: string, values: object): object {
    const references = { ParticipantClass: { Id: this.#partner }, VestingSchedule: { Id: this.#schedule } };
    return { ParticipantId: this.plan.idOf(code), ...references, ...values };
  }

  save(entries: readonly object[], more: object = {}, container = 'CO-HEL') {
    return this.call('POST', `/${this.plan.idOf(container)}/allocation`, {
      Name: 'CO-HEL Allocation Profile',
      EffectiveDate: '2026-01-01',
      IsCurrent: false,
      IsShareBased: false,
      Entries: entries,
      ...more,
    });
  }

  async saved(entries: readonly object[], more: object = {}, container = 'CO-HEL'): Promise<DisplayedProfile> {
    const answer = await this.save(entries, more, container);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<DisplayedProfile>();
  }

  /** A fixed 10 + discretionary 5, B fixed 20, C predilute 60, D predilute 40: 15, 20, 39 and 26 percent. */
  example(): object[] {
    return [
      this.entry('E001', { Fixed: '10', Discretionary: '5' }),
      this.entry('E002', { Fixed: '20' }),
      this.entry('E003', { Predilute: '60' }),
      this.entry('E004', { Predilute: '40' }),
    ];
  }
}

/** Returns the codes of a refusal with their paths. */
export const refusalsOf = (answer: { json(): unknown }) =>
  (answer.json() as { Errors: readonly { Code: string; Path: string }[] }).Errors.map(({ Code, Path }) => [Code, Path]);

export const effectivesOf = ({ Entries }: DisplayedProfile) => Entries.map(({ Effective }) => Effective);
