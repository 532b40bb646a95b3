import styles from './shellHeader.module.css';
import type { Crumb } from './shellTypes.ts';

/** The path from Home to this page. */
export function Breadcrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className={styles.crumbs}>
      <ol>
        {crumbs.map(({ title, href }, position) => (
          <li key={`${title} ${String(position)}`} title={title}>
            {href && position < crumbs.length - 1 ? <a href={href}>{title}</a> : <b aria-current="page">{title}</b>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
