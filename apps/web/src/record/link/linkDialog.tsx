import { defineFields, type Fields } from '@carrara/contract/core/fields';
import type { Reference } from '@carrara/contract/core/kinds';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { useWrite } from '../../api/calls.ts';
import { failureText } from '../../api/failure.ts';
import { useSession } from '../../session/hooks.ts';
import { openFormDialog } from '../editor/FormDialog.tsx';
import { requestedMessage } from './requestedMessage.ts';

const tenant = defineFields({
  targetTenantId: {
    kind: 'reference',
    target: 'linkTarget',
    title: 'Tenant',
    help: 'Firms that hide from search can still be found by their full name.',
  },
});
/** Returns a choice of firms. A firm that is already linked to the tenant can be linked to it again for another investor. */
const firmOf = (tenantId: string) =>
  defineFields({ firm: { kind: 'reference', target: `linkableFirm:${tenantId}`, title: 'Firm' } });
const investors = defineFields({
  investors: { kind: 'referenceList', target: 'linkableInvestor', title: 'Investors' },
});
const comments = defineFields({ comments: { kind: 'longText', title: 'Comments' } });

type Values = Readonly<Record<string, unknown>>;
const chosen = (value: unknown) => value as Reference | null | undefined;
const list = (value: unknown) => (value ?? []) as readonly Reference[];

/** Returns the fields of the link's subject: an LP tenant chooses one of its firms, and a manager some of its investors. */
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
  /** The firm or investor whose profile is open. Without it, the dialog has a choice. */
  readonly about?: Reference;
}

/** Returns a function that requests a link to another tenant, with the texts of the calling page. Resolves to true if the request was sent. */
export function useLinkRequest(): (options?: LinkRequestOptions) => Promise<boolean> {
  const isLpTenant = useSession().settings?.isLpTenant === true;
  const [requestLink] = useWrite('requestTenantLink');
  return async ({ about } = {}) => {
    const initial: Values = about ? (isLpTenant ? { firm: about } : { investors: [about] }) : {};
    const saved = await openFormDialog({
      title: about ? `Link ${about.name ?? ''} to a tenant` : 'Request a tenant link',
      fields: { ...tenant, ...(about ? {} : subjectFields(isLpTenant, '')), ...comments },
      saveLabel: 'Send request',
      check: (values) => ({
        targetTenantId: chosen(values['targetTenantId']) ? undefined : 'Please select a tenant to link to.',
        ...subjectMistakes(isLpTenant, { ...initial, ...values }),
      }),
      save: async (_values, all) => {
        const target = chosen(all['targetTenantId']);
        const body = {
          targetTenantId: target?.id ?? null,
          targetTenantName: target?.name ?? null,
          comments: commentsOf(all),
          ...subjectOf({ ...all, ...initial }),
        };
        try {
          await requestLink({ body });
        } catch (failure) {
          // A profile displays the failure as a message, too. On the page of links, the dialog alone displays it.
          if (about) toastError(failureText(failure));
          throw failure;
        }
      },
    });
    if (saved) toastSuccess(requestedMessage(about ? 'profile' : 'dataManagement'));
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

/** Returns a function that accepts a request and asks for its subject in this tenant. */
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
