import { CHILDREN_TAG } from '../markup.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * Collects a visitor's input in an island's form controls before hydration. Components that keep values in their state know
 * only the initial values, and would restore these on the next render.
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

/** React ignores an event unless the value differs from the last one that it saw, so the old value is set first. */
function textIn(control: TextControl): (() => void) | undefined {
  const { value: typed, defaultValue, selectionStart, selectionEnd } = control;
  if (typed === defaultValue) return undefined;
  return () => {
    // If it is neither of the two known texts, the visitor has typed more since.
    const value = control.value === defaultValue ? typed : control.value;
    control.value = defaultValue;
    // Bypasses React, which watches the control's own property.
    Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control);
    // An unfocused field would take the focus; a number field has no caret.
    if (control === document.activeElement && selectionStart !== null)
      control.setSelectionRange(selectionStart, selectionEnd);
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
  const chosen = choices(control);
  // A copy does not remember what was chosen, so it shows the default: not always the first option, which may be disabled.
  if (String(chosen) === String(choices(control.cloneNode(true) as HTMLSelectElement))) return undefined;
  return () => {
    [...control.options].forEach((option, index) => (option.selected = Boolean(chosen[index])));
    control.dispatchEvent(new Event('change', { bubbles: true }));
  };
}

function choices({ options }: HTMLSelectElement): boolean[] {
  return [...options].map((option) => option.selected);
}
