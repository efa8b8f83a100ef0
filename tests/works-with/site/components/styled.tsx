import { ServerStyleSheet, StyleSheetManager } from 'styled-components';

export function Styled({ children }) {
  if (typeof document !== 'undefined') return children;
  const sheet = new ServerStyleSheet();
  const Styles = () => sheet.getStyleElement();
  return (
    <StyleSheetManager sheet={sheet.instance}>
      {children}
      <Styles />
    </StyleSheetManager>
  );
}
