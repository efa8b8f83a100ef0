import { company } from '../../content/company.ts';

/** https://www.rfc-editor.org/rfc/rfc9116 */
export default (): string =>
  [
    `Contact: mailto:${company.securityEmail}`,
    `Expires: ${company.securityExpires}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${company.site}/.well-known/security.txt`,
    '',
  ].join('\n');
