/**
 * The corners of a house: how far each is from the left side of its plot, and how far behind the front, both in steps of
 * `size` units. "t" is terraced, "s" semi-detached, and "d" detached; a capital letter mirrors the house.
 */
export function layOutHouse(house, { width, size, hasWing = true }) {
  const corners = outlineOf(house.toLowerCase(), { width, hasWing, steps: (units) => Math.round(units / size) });
  const isMirrored = house !== house.toLowerCase();
  return isMirrored ? corners.map(([side, behind]) => [width - side, behind]) : corners;
}

function outlineOf(house, { width, hasWing, steps }) {
  switch (house) {
    case 't':
      return wing({ left: 0, right: width, front: steps(9), back: steps(27), end: steps(37) });
    case 's': {
      const walls = { left: 0, right: Math.min(width - steps(5), steps(28)), front: steps(12) };
      return hasWing ? wing({ ...walls, back: steps(32), end: steps(41) }) : bar({ ...walls, back: steps(34) });
    }
    default: {
      const left = steps(6);
      const walls = { left, right: Math.min(width - left, left + steps(28)), front: steps(13) };
      return hasWing ? wing({ ...walls, back: steps(33), end: steps(43) }) : bar({ ...walls, back: steps(35) });
    }
  }
}

function bar({ left, right, front, back }) {
  return [
    [left, front],
    [right, front],
    [right, back],
    [left, back],
  ];
}

/** An L: behind its left half it goes on to `end`. */
function wing({ left, right, front, back, end }) {
  const half = Math.ceil((left + right) / 2);
  return [
    [left, front],
    [right, front],
    [right, back],
    [half, back],
    [half, end],
    [left, end],
  ];
}
