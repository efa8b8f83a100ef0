import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
import { island } from 'sitegen';

const i18n = createInstance();
void i18n.use(initReactI18next).init({
  lng: 'en',
  initAsync: false,
  showSupportNotice: false,
  resources: { en: { translation: { hello: 'Hello' } }, de: { translation: { hello: 'Hallo' } } },
});

function Hello() {
  const { t } = useTranslation();
  return <button onClick={() => i18n.changeLanguage('de')}>{t('hello')}</button>;
}

export default island('i18next', () => (
  <I18nextProvider i18n={i18n}>
    <Hello />
  </I18nextProvider>
));
