import { useId } from 'react';
import styles from './pageMenu.module.css';

export interface MenuPage {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  /** The heading above the page. Either all pages of a menu have one, or none. */
  readonly group?: string | undefined;
}

export interface PageMenuProps {
  readonly title: string;
  readonly pages: readonly MenuPage[];
  /** The headings, in order. */
  readonly groups?: readonly string[];
}

/** A menu of pages with a description of each. A long menu has headings. */
export function PageMenu({ title, pages, groups }: PageMenuProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h1 id={heading} className={styles.title}>
        {title}
      </h1>
      {groups ? (
        <div className={styles.groups}>
          {groups.map((group) => (
            <Group key={group} title={group} pages={pages.filter((page) => page.group === group)} />
          ))}
        </div>
      ) : (
        <PageList pages={pages} />
      )}
    </section>
  );
}

function Group({ title, pages }: { readonly title: string; readonly pages: readonly MenuPage[] }) {
  const heading = useId();
  if (pages.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <PageList pages={pages} />
    </section>
  );
}

const PageList = ({ pages }: { readonly pages: readonly MenuPage[] }) => (
  <ul className={styles.menu}>
    {pages.map((page) => (
      <li key={page.path}>
        <a href={`#${page.path}`}>{page.title}</a>
        <p>{page.summary}</p>
      </li>
    ))}
  </ul>
);
