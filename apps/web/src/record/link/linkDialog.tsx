import { defineFields, type Fields } from '@carrara/contract/core/fields';
import type { Reference } from '@carrara/contract/core/kinds';
import { toastError, toastSuccess } from '@carrara/ui/feedback';
import { useWrite } from '../../api/calls.ts';
import { failureText } from '../../api/failure.ts';
import { useSession } from '../../session/hooks.ts';
import { openFormDialog } from '../FormDialog.tsx';
import { askedTold } from './askedTold.ts';

const tenant = defineFields({
  targetTenantId: {
    kind: 'reference',
    of: 'linkTarget',
    title: 'Tenant',
    help: 'One that does not let itself be found is found by its whole name.',
  },
});
/** One that is linked to that tenant already can be linked to it again, for a further investor. */
const firmOf = (tenantId: string) =>
  defineFields({ firm: { kind: 'reference', of: `linkableFirm:${tenantId}`, title: 'Firm' } });
const investors = defineFields({
  investors: { kind: 'referenceList', of: 'linkableInvestor', title: 'Investors' },
});
const comments = defineFields({ comments: { kind: 'longText', title: 'Comments' } });

type Values = Readonly<Record<string, unknown>>;
const chosen = (value: unknown) => value as Reference | null | undefined;
const list = (value: unknown) => (value ?? []) as readonly Reference[];

/** What this tenant chooses: an LP tenant one of its firms, a manager some of its investors. */
const subjectFields = (isLpTenant: boolean, tenantId: string): Fields => (isLpTenant ? firmOf(tenantId) : investors);
const subjectMistakes = (isLpTenant: boolean, values: Values) =>
  isLpTenant
    ? { firm: chosen(values['firm']) ? undefined : 'Please select the firm you would like to create a link for.' }
    : {
        investors:
          list(values['investors']).length > 0
            ? undefined
            : 'Please select at least one investor to create a link for.',
      };
const subjectOf = (values: Values) => ({
  firm: chosen(values['firm']) ?? null,
  investors: [...list(values['investors'])],
});
const commentsOf = (values: Values) => (values['comments'] as string | null | undefined) ?? null;

export interface LinkRequestOptions {
  /** The firm or the investor on whose profile it is asked; without one it is chosen. */
  readonly about?: Reference;
}

/** Asks another tenant for a link, in the words of the screen where that is done. Answers whether it was asked for. */
export function useAskLink(): (options?: LinkRequestOptions) => Promise<boolean> {
  const isLpTenant = useSession().settings?.isLpTenant === true;
  const [ask] = useWrite('askTenantLink');
  return async ({ about } = {}) => {
    const given: Values = about ? (isLpTenant ? { firm: about } : { investors: [about] }) : {};
    const saved = await openFormDialog({
      title: about ? `Link ${about.name ?? ''} to a tenant` : 'Request a tenant link',
      fields: { ...tenant, ...(about ? {} : subjectFields(isLpTenant, '')), ...comments },
      saveLabel: 'Send request',
      check: (values) => ({
        targetTenantId: chosen(values['targetTenantId']) ? undefined : 'Please select a tenant to link to.',
        ...subjectMistakes(isLpTenant, { ...given, ...values }),
      }),
      save: async (_values, all) => {
        const target = chosen(all['targetTenantId']);
        const body = {
          targetTenantId: target?.id ?? null,
          targetTenantName: target?.name ?? null,
          comments: commentsOf(all),
          ...subjectOf({ ...all, ...given }),
        };
        try {
          await ask({ body });
        } catch (failure) {
          // A profile tells it as a message as well; on the page of links it stands in the dialog.
          if (about) toastError(failureText(failure));
          throw failure;
        }
      },
    });
    if (saved) toastSuccess(askedTold(about ? 'profile' : 'dataManagement'));
    return saved;
  };
}

export interface AnsweredLink {
  readonly id: string;
  readonly rowVersion: number;
  readonly sourceTenantId: string;
  readonly sourceTenantName: string;
  readonly investorNames: string;
  readonly firmName: string | null;
}

/** Accepts a request: says what of this tenant it is about. */
export function useAcceptLink(): (link: AnsweredLink) => Promise<boolean> {
  const isLpTenant = useSession().settings?.isLpTenant === true;
  const [accept] = useWrite('acceptTenantLinkRequest');
  return async ({ id, rowVersion, sourceTenantId, sourceTenantName, investorNames, firmName }) => {
    const saved = await openFormDialog({
      title: `Accept the link to ${sourceTenantName}`,
      fields: { ...subjectFields(isLpTenant, sourceTenantId), ...comments },
      saveLabel: 'Accept',
      check: (values) => subjectMistakes(isLpTenant, values),
      more: () => <p>{isLpTenant ? `For: ${investorNames}` : `For the firm: ${firmName ?? ''}`}</p>,
      save: async (_values, all) => {
        await accept({ body: { id, rowVersion, response: 'ACCEPT', comments: commentsOf(all), ...subjectOf(all) } });
      },
    });
    if (saved) toastSuccess('Tenant Link request accepted successfully.');
    return saved;
  };
}
