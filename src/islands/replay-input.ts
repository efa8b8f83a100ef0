import { CHILDREN_TAG } from './markup.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * What a visitor has entered into an island's form controls before hydration. Components that keep values in their state
 * know only the initial ones, and would restore them on the next render.
 *
 * @returns for each changed control, a function that repeats the input for the components
 */
export function inputIn(element: Element): Map<Element, () => void> {
  const input = new Map<Element, () => void>();
  for (const control of element.querySelectorAll('input, textarea, select')) {
    if (control.closest(CHILDREN_TAG)) continue; // belongs to the page, so no component knows it
    const report = reportOf(control);
    if (report) input.set(control, report);
  }
  return input;
}

function reportOf(control: Element): (() => void) | undefined {
  if ('options' in control) return choiceIn(control as HTMLSelectElement);
  const { type } = control as TextControl;
  if (type === 'file') return undefined;
  return /^(checkbox|radio)$/.test(type) ? checkIn(control as HTMLInputElement) : textIn(control as TextControl);
}

/** React ignores an event unless the value differs from the one it last saw set, so that one is set first. */
function textIn(control: TextControl): (() => void) | undefined {
  const { value: typed, defaultValue, selectionStart, selectionEnd } = control;
  if (typed === defaultValue) return undefined;
  return () => {
    // If it is neither of the two known texts, the visitor has typed more since.
    const value = control.value === defaultValue ? typed : control.value;
    control.value = defaultValue;
    // Bypasses React, which watches the control's own property.
    Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control);
    // A field without focus would take it; a number field has no caret.
    if (control.matches(':focus') && selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
}

/** Components listen to clicks. A click toggles the control, so it is set to the opposite first. */
function checkIn(control: HTMLInputElement): (() => void) | undefined {
  const { type, checked, defaultChecked } = control;
  if (checked === defaultChecked || (type === 'radio' && !checked)) return undefined;
  return () => {
    control.checked = !checked;
    control.click();
  };
}

function choiceIn(control: HTMLSelectElement): (() => void) | undefined {
  const options = [...control.options];
  const chosen = options.map((option) => option.selected);
  const given = options.map((option) => option.defaultSelected);
  // A list without a default shows its first option.
  if (!control.multiple && !given.includes(true)) given[0] = true;
  if (String(chosen) === String(given)) return undefined;
  return () => {
    options.forEach((option, index) => (option.selected = chosen[index] === true));
    control.dispatchEvent(new Event('change', { bubbles: true }));
  };
}
