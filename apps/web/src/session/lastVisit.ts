import { emptyId } from '@carrara/contract/core/kinds';
import { moduleOfPath } from '@carrara/contract/core/modules';

/** Data for a person's next visit. Each tab has its own tenant, and a new tab suggests the last used one. */
const tenantKey = 'carrara.tenant';
const yearInSeconds = 31_536_000;

const setCookie = (name: string, value: string): void => {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${yearInSeconds}; samesite=lax`;
};
const cookie = (name: string): string | undefined => {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : undefined;
};

export const lastPath = () => cookie('lastPath');
export const rememberPath = (path: string) => setCookie('lastPath', path);
export const lastModule = () => cookie('lastModule');
export const rememberModule = (module: string) => setCookie('lastModule', module);

/** Returns the module of a page for the next visit. If the newer application has redirected the person here, it is the module in the address. */
export const moduleOfVisit = (pathname: string, search: string, displayedModule: string): string =>
  (new URLSearchParams(search).has('redirectedFromNew') ? moduleOfPath(pathname) : undefined) ?? displayedModule;

export function rememberedTenant(): string | undefined {
  const found = sessionStorage.getItem(tenantKey) ?? localStorage.getItem(tenantKey);
  return found && found !== emptyId ? found : undefined;
}
export function rememberTenant(id: string): void {
  sessionStorage.setItem(tenantKey, id);
  localStorage.setItem(tenantKey, id);
}
export function clearTenant(): void {
  sessionStorage.removeItem(tenantKey);
}
