import type { Page } from 'playwright-core';

/** The fields of the enquiry form: their names, labels, and valid values. */
export const FIELDS = [
  ['name', 'Full Name', 'Ann Visitor'],
  ['email', 'Email Address', 'ann+data@visitor.example'],
  ['company', 'Organisation', 'Visitor & Sons'],
  ['message', 'Your Data Challenge', 'Two registers disagree.\nWhich one is right?'],
] as const;

/** The object that a valid submit logs. */
export const ENQUIRY = Object.fromEntries(FIELDS.map(([name, , value]) => [name, value]));

/** @param changed values that differ from `ENQUIRY` */
export async function fillIn(page: Page, changed: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [name, label, value] of FIELDS) {
    await page.getByLabel(label, { exact: true }).fill(changed[name] ?? value);
  }
}

export async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Enquiry', exact: true }).click();
}
