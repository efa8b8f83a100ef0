/** It takes half a minute to start, so that it is tried at night only. */
export const runsCeph = process.env['NIGHTLY'] === '1';
