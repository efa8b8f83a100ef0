// Drawn by draw.mjs. Change the drawing in draw/ and run it.

interface Props {
  /** The plots after each phase: with gaps, then all tinted, then joined, then with a terrace edged red. */
  readonly state: 1 | 2 | 3 | 4;
  readonly className?: string;
}

/** The street that stands for the method. */
export function Street({ state, className = '' }: Props) {
  return (
    <svg
      viewBox="0 0 280 136"
      width="280"
      height="136"
      shapeRendering="crispEdges"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={`stroke-control *:[vector-effect:non-scaling-stroke] ${className}`}
    >
      <path className="stroke-plan" d="m0 60h280m-280 16h280" />
      {state > 2 && <path className="fill-plot-1 stroke-none" d="m111 55h96v26h-96z" />}
      {state === 1 ? <Gaps /> : <Tints />}
      <path
        className="fill-sheet stroke-ink"
        d="m6 44h24v-18h-12v-8h-12zm105 3h24v-15h-12v-9h-12zm48 0h-24v-15h12v-9h12zm0 0h24v-15h-12v-9h-12zm48 0h-24v-15h12v-9h12zm67-3h-24v-18h12v-8h12zm-195 47h-24v18h12v8h12zm0 0h24v18h-12v8h-12zm32-2h24v15h-12v9h-12zm96 0h-24v15h12v9h12zm5 3h24v18h-12v8h-12zm62 0h-24v18h12v8h12z"
      />
      {state > 1 && (
        <path
          className="fill-sheet stroke-ink"
          d="m77 45h-24v-18h12v-8h12zm0 0h24v-18h-12v-8h-12zm135-1h24v-18h-12v-8h-12zm-206 48h24v18h-12v8h-12zm153-3h-24v15h12v9h12zm0 0h24v15h-12v9h-12z"
        />
      )}
      {state > 2 && (
        <path
          className="stroke-blue stroke-2"
          stroke="blue"
          strokeDasharray="7 4"
          d="m1 2h278v53h-72v26h72v53h-278v-53h110v-26h-110z"
        />
      )}
      {state > 3 && <path className="stroke-red stroke-4" stroke="red" d="m111 2h96v53h-96z" />}
    </svg>
  );
}

function Gaps() {
  return (
    <>
      <path
        className="stroke-plan"
        d="m43 2h68v53h-68zm34 0v53m130-53h36v53h-36zm-206 79h46v53h-46zm134 0h48v53h-48zm24 0v53"
      />
      <path
        className="fill-plot-1"
        d="m1 2h42v53h-42zm110 0h96v53h-96zm24 0v53m24-53v53m24-53v53m60-53h36v53h-36zm-196 79h88v53h-88zm32 0v53m32-53v53m72-53h96v53h-96zm24 0v53m36-53v53"
      />
    </>
  );
}

function Tints() {
  return (
    <>
      <path
        className="fill-plot-1"
        d="m43 2h68v53h-68zm34 0v53m130-53h36v53h-36zm-206 79h46v53h-46zm110 0h72v53h-72zm24 0v53m24-53v53"
      />
      <path
        className="fill-plot-2"
        d="m1 2h42v53h-42zm158 0h48v53h-48zm24 0v53m60-53h36v53h-36zm-196 79h64v53h-64zm32 0v53m104-53h24v53h-24z"
      />
      <path className="fill-plot-3" d="m111 2h48v53h-48zm24 0v53m72 26h72v53h-72zm36 0v53" />
    </>
  );
}
