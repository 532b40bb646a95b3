import { CertifyForm } from '../../../statement/CertifyForm.tsx';
import report from '../../../report/report.module.css';

/** Creates certified data, which is handed on with a signature. */
export const CertifiedData = () => (
  <section aria-label="Certified data">
    <h1 className={report.title}>Certified data</h1>
    <CertifyForm />
  </section>
);
