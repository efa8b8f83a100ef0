import { company } from './company.ts';

/**
 * What search engines are told of the company: nothing that the page does not say, too.
 *
 * @param home the absolute address of the home page
 */
export function describeOrganisation(home: string): object {
  const id = `${home}#organisation`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': id,
        name: company.brand,
        legalName: company.registeredName,
        url: home,
        logo: new URL('icon-512.png', home).href,
        email: company.email,
        address: company.registeredOffice,
        identifier: { '@type': 'PropertyValue', name: 'Company number', value: company.number },
      },
      { '@type': 'WebSite', name: company.brand, url: home, publisher: { '@id': id } },
    ],
  };
}
