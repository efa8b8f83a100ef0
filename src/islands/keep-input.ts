type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Tells an island's components what a visitor has done to its form controls before it was awake: components that keep
 * values in their state know only those they were rendered with, and would put them back at their next change.
 *
 * To them it is as if the visitor did it now. Controls that nobody has touched are left alone.
 */
export function reportInput(element: Element): void {
  for (const control of element.querySelectorAll<Control>('input, textarea, select')) {
    if (control.closest('sitegen-children')) continue; // the page's own, which no component knows
    if (control instanceof HTMLSelectElement) reportChoice(control);
    else if (control.type === 'checkbox' || control.type === 'radio') reportCheck(control as HTMLInputElement);
    else if (control.value !== control.defaultValue && control.type !== 'file') reportText(control);
  }
}

/** React compares with the value it last saw set, and takes no notice of an event without a difference. */
function reportText(control: HTMLInputElement | HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd } = control;
  control.value = control.defaultValue;
  // Past React, which watches the control's own property.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  if (document.activeElement === control && selectionStart !== null)
    control.setSelectionRange(selectionStart, selectionEnd);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** A click is what components listen to, and it turns the control round: so it is set the other way first. */
function reportCheck(control: HTMLInputElement): void {
  if (control.checked === control.defaultChecked || (control.type === 'radio' && !control.checked)) return;
  control.checked = control.defaultChecked;
  control.click();
}

function reportChoice(control: HTMLSelectElement): void {
  const isChanged = Array.from(control.options).some((option) => option.selected !== option.defaultSelected);
  // A list without a chosen option shows its first one.
  const isFirst = control.selectedIndex === 0 && !Array.from(control.options).some((option) => option.defaultSelected);
  if (isChanged && !isFirst) control.dispatchEvent(new Event('change', { bubbles: true }));
}
