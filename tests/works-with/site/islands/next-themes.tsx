import { ThemeProvider, useTheme } from 'next-themes';
import { island } from 'sitegen';

function Toggle() {
  const { setTheme } = useTheme();
  return <button onClick={() => setTheme('dark')}>Dark</button>;
}

export default island('next-themes', () => (
  <ThemeProvider attribute="class">
    <Toggle />
  </ThemeProvider>
));
