import { island } from 'sitegen';
import { Icon } from '../components/icon.tsx';

/** Switches to the other colours. What the system has anyway is not stored, so that the page follows the system again. */
function ThemeSwitch() {
  function switchTheme() {
    const { dataset } = document.documentElement;
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const next = (dataset['theme'] ?? system) === 'dark' ? 'light' : 'dark';
    dataset['theme'] = next;
    try {
      if (next === system) localStorage.removeItem('theme');
      else localStorage.setItem('theme', next);
    } catch {
      // The browser stores nothing for this site: the colours stay until the next page.
    }
  }

  return (
    <button type="button" className="button-icon needs-script" title="Light or dark" onClick={switchTheme}>
      <Icon name="colours" />
      <span className="visually-hidden">Switch between light and dark colours</span>
    </button>
  );
}

export default island('theme-switch', ThemeSwitch, { className: 'island' });
