/** It takes half a minute to start, so it is only tested at night. */
export const runsCeph = process.env['NIGHTLY'] === '1';
