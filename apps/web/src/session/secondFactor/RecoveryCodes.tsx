import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, useConfirmLeaving } from '@carrara/ui/feedback/DialogFrame.tsx';
import { Button } from '@mantine/core';
import styles from '../session.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

const fileOf = (codes: readonly string[]): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(['Carrara recovery codes. Each code works once.', '', ...codes, ''].join('\r\n'))}`;

/** The recovery codes in case the authenticator is lost. They are displayed only once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  useConfirmLeaving('These codes won’t be shown again. Leave without saving them?');
  return (
    <div className={styles.fields}>
      <Banner tone="warn">
        Keep these codes somewhere you can reach without your phone. Each code works once, and they won’t be shown
        again.
      </Banner>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogActions>
        <Button component="a" variant="default" href={fileOf(codes)} download="carrara-recovery-codes.txt">
          Save as a file
        </Button>
        <Button data-autofocus onClick={onDone}>
          I saved them
        </Button>
      </DialogActions>
    </div>
  );
}
