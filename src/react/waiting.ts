/** Why a component may not wait, and what to do: React's own message speaks of something else. */
export const CANNOT_WAIT = 'A page is rendered in one go and cannot wait: fetch what it needs in its `load`.';
