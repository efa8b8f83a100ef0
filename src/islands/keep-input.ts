import { CHILDREN_TAG } from './markers.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * What a visitor has done to an island's form controls before it was awake. Components that keep values in their state
 * know only those they were rendered with, and would put them back at their next change.
 *
 * @returns for each control that was touched, what tells the components, as if the visitor did it now
 */
export function inputIn(element: Element): Map<Element, () => void> {
  const input = new Map<Element, () => void>();
  for (const control of element.querySelectorAll('input, textarea, select')) {
    if (control.closest(CHILDREN_TAG)) continue; // the page's own, which no component knows
    const report = reportOf(control);
    if (report !== undefined) input.set(control, report);
  }
  return input;
}

function reportOf(control: Element): (() => void) | undefined {
  if (control instanceof HTMLSelectElement) return choiceIn(control);
  const isCheck = /^(checkbox|radio)$/.test((control as TextControl).type);
  return isCheck ? checkIn(control as HTMLInputElement) : textIn(control as TextControl);
}

/** React takes no notice of an event unless the value differs from the one it last saw set, so that one is set first. */
function textIn(control: TextControl): (() => void) | undefined {
  const { type, value: typed, defaultValue } = control;
  if (typed === defaultValue || type === 'file') return undefined;
  const { selectionStart, selectionEnd } = control;
  return () => {
    // Another text than the two that we know was typed since.
    const value = control.value === defaultValue ? typed : control.value;
    control.value = defaultValue;
    // Past React, which watches the control's own property.
    Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control);
    if (document.activeElement === control && selectionStart !== null) {
      control.setSelectionRange(selectionStart, selectionEnd);
    }
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
}

/** Components listen to clicks. A click turns the control round, so it is set the other way first. */
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
  // A list in which nothing was chosen shows its first option.
  const first = options.some((option) => option.defaultSelected) || control.multiple ? undefined : options[0];
  if (options.every((option) => option.selected === (option.defaultSelected || option === first))) return undefined;
  return () => {
    for (const [index, option] of options.entries()) option.selected = chosen[index] === true;
    control.dispatchEvent(new Event('change', { bubbles: true }));
  };
}
