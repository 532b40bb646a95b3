import { modules } from '@carrara/contract/core/modules';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { Navigate, useParams } from 'react-router-dom';
import { useSession } from '../session/hooks.ts';
import type { Redirect } from './screenTypes.ts';

/** Redirects to the target, filled with the parameters of the address. Missing parameters are left out. */
export function FilledRedirect({ redirect: { to, application } }: { readonly redirect: Redirect }) {
  const params = useParams();
  const { settings } = useSession();
  if (application !== undefined && !settings?.applications.some(({ id }) => id === application)) {
    const { title } = modules[application];
    return <EmptyState text={`You don't have access to ${title}. An administrator can give it to you.`} />;
  }
  const filled = to.replaceAll(/\/:(\w+)\??/g, (_, name: string) => (params[name] ? `/${params[name]}` : ''));
  return <Navigate replace to={filled} />;
}
