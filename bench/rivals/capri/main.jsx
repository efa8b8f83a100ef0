/** Capri builds begin here. What it would hold is for a development server that renders in the browser. */
export {};
