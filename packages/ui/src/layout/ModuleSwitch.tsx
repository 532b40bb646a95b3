import { Menu } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import styles from './shell.module.css';
import type { ShellModule } from './shellTypes.ts';

export interface ModuleSwitchProps {
  readonly modules: readonly ShellModule[];
  readonly current?: string | undefined;
}

/** The current application of the tenant. A tenant with one application needs no switch. */
export function ModuleSwitch({ modules, current }: ModuleSwitchProps) {
  if (modules.length < 2) return null;
  const currentTitle = modules.find(({ id }) => id === current)?.title ?? 'Choose a module';
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <button type="button" className={styles.modules} data-tour="modules" aria-label={`Module: ${currentTitle}`}>
          <span className={styles.itemTitle}>{currentTitle}</span>
          <IconSelector size={15} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown miw={180}>
        {modules.map(({ id, title, href }) => (
          <Menu.Item
            key={id}
            component="a"
            href={href}
            rightSection={id === current ? <IconCheck size={14} aria-label="current" /> : null}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
