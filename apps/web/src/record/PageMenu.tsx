import { useId } from 'react';
import styles from './pageMenu.module.css';

export interface MenuPage {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
}

/** Pages that there are, each with a line about it. */
export function PageMenu({ title, pages }: { readonly title: string; readonly pages: readonly MenuPage[] }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h1 id={heading} className={styles.title}>
        {title}
      </h1>
      <ul className={styles.menu}>
        {pages.map((page) => (
          <li key={page.path}>
            <a href={`#${page.path}`}>{page.title}</a>
            <p>{page.summary}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
