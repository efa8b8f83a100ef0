import { isSample } from './samples.ts';

interface Company {
  readonly brand: string;
  readonly email: string;
  readonly registeredName: string;
  readonly registeredOffice: string;
  readonly number: string;
}

/**
 * The company as search engines read it: only what the page says too, and no samples of placeholders.
 *
 * @param home the absolute address of the home page
 */
export function describeOrganisation(home: string, company: Company): object {
  const id = `${home}#organisation`;
  const known = (fact: string) => (isSample(fact) ? undefined : fact);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': id,
        name: company.brand,
        legalName: known(company.registeredName),
        url: home,
        logo: new URL('icon-512.png', home).href,
        email: company.email,
        address: known(company.registeredOffice),
        identifier: known(company.number) && {
          '@type': 'PropertyValue',
          name: 'Company number',
          value: company.number,
        },
      },
      { '@type': 'WebSite', name: company.brand, url: home, publisher: { '@id': id } },
    ],
  };
}
