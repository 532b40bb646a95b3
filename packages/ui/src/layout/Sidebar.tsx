import { IconChevronsLeft, IconChevronsRight, IconSelector } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import styles from './sidebar.module.css';
import shellStyles from './shell.module.css';
import { ModuleSwitch } from './ModuleSwitch.tsx';
import type { MenuGroup, MenuItem, ShellModule, ShellTenant } from './shellTypes.ts';

export interface SidebarProps {
  readonly tenant: ShellTenant;
  readonly modules: readonly ShellModule[];
  readonly currentModule?: string | undefined;
  readonly menu: readonly MenuGroup[];
  readonly currentItem?: string | undefined;
  readonly isNarrow: boolean;
  readonly onNarrowChange: (isNarrow: boolean) => void;
  readonly isDrawerOpen: boolean;
  readonly onDrawerClose: () => void;
  readonly onPrefetch?: ((item: MenuItem) => void) | undefined;
}

export function Sidebar(props: SidebarProps) {
  const { tenant, menu, isNarrow, isDrawerOpen, onDrawerClose } = props;
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isDrawerOpen) return;
    bar.current?.querySelector<HTMLElement>('a')?.focus();
    const close = (event: KeyboardEvent) => event.key === 'Escape' && onDrawerClose();
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [isDrawerOpen, onDrawerClose]);
  return (
    <>
      <aside ref={bar} className={styles.sidebar} data-open={isDrawerOpen}>
        <Tenant tenant={tenant} />
        <ModuleSwitch modules={props.modules} current={props.currentModule} />
        <nav aria-label="Main menu" data-tour="menu" className={shellStyles.menu}>
          {menu.map((group, position) => (
            <div key={group.title ?? `group ${String(position)}`}>
              {group.title ? <h2>{group.title}</h2> : null}
              {group.items.map((item) => (
                <a
                  key={item.id}
                  href={item.href}
                  title={isNarrow ? item.title : undefined}
                  aria-current={item.id === props.currentItem ? 'page' : undefined}
                  onClick={onDrawerClose}
                  onMouseEnter={() => props.onPrefetch?.(item)}
                  onFocus={() => props.onPrefetch?.(item)}
                >
                  <span className={styles.itemIcon}>{item.icon}</span>
                  <span className={shellStyles.itemTitle}>{item.title}</span>
                  {item.badge ? <span className={shellStyles.itemBadge}>{item.badge}</span> : null}
                </a>
              ))}
            </div>
          ))}
        </nav>
        <button
          type="button"
          className={styles.collapse}
          aria-expanded={!isNarrow}
          onClick={() => props.onNarrowChange(!isNarrow)}
        >
          {isNarrow ? <IconChevronsRight size={16} aria-hidden /> : <IconChevronsLeft size={16} aria-hidden />}
          <span className={shellStyles.itemTitle}>{isNarrow ? 'Expand menu' : 'Collapse menu'}</span>
        </button>
      </aside>
      {isDrawerOpen ? (
        <button type="button" className={styles.backdrop} aria-label="Close menu" onClick={onDrawerClose} />
      ) : null}
    </>
  );
}

/** The firm. For people who belong to several firms, it links to the choice of another one. */
function Tenant({ tenant: { name, logoUrl, changeHref } }: Pick<SidebarProps, 'tenant'>) {
  const content = (
    <>
      {logoUrl ? (
        <img src={logoUrl} alt="" />
      ) : (
        <span className={styles.logo} aria-hidden>
          {name.charAt(0)}
        </span>
      )}
      <span className={shellStyles.tenantName}>{name}</span>
    </>
  );
  return changeHref ? (
    <a className={styles.tenant} href={changeHref} title="Change firm">
      {content}
      <IconSelector size={15} aria-hidden />
    </a>
  ) : (
    <div className={styles.tenant}>{content}</div>
  );
}
