import { useState } from 'react';
import { FormattedMessage, IntlProvider } from 'react-intl';
import { island } from 'sitegen';

const MESSAGES = {
  en: { count: '{n, plural, one {# apple} other {# apples}}' },
  de: { count: '{n, plural, one {# Apfel} other {# Äpfel}}' },
};

function Language() {
  const [locale, setLocale] = useState('en');
  return (
    <IntlProvider locale={locale} messages={MESSAGES[locale]}>
      <FormattedMessage id="count" values={{ n: 3 }} />
      <button onClick={() => setLocale('de')}>Deutsch</button>
    </IntlProvider>
  );
}

export default island('react-intl', Language);
