/** Shapes of straight lines between whole numbers, and their shortest path. */

export const line = (...points) => ({ points, end: '' });
export const area = (...points) => ({ points, end: 'z' });
export const box = (x, y, width, height) => area([x, y], [x + width, y], [x + width, y + height], [x, y + height]);

/** The `d` of a path. It is relative throughout, because equal shapes are then equal text, which compresses well. */
export function toPath(shapes) {
  let pen = [0, 0];
  return shapes
    .map(({ points, end }) => {
      const [[x, y], ...lines] = points.map((point, index) => minus(point, points[index - 1] ?? pen));
      pen = end === 'z' ? points[0] : points.at(-1);
      return `m${x}${signed(y)}${toCommands(lines)}${end}`;
    })
    .join('');
}

/** Lines as commands. A letter is left out where it repeats, and "l" after "m". */
function toCommands(lines) {
  let last = 'm';
  return lines
    .map(([x, y]) => {
      const letter = y === 0 ? 'h' : x === 0 ? 'v' : last === 'm' ? 'm' : 'l';
      const numbers = { h: `${x}`, v: `${y}` }[letter] ?? `${x}${signed(y)}`;
      const separator = letter !== last ? letter : numbers.startsWith('-') ? '' : ' ';
      last = letter;
      return separator + numbers;
    })
    .join('');
}

/** A second number: its sign separates it from the first, if it has one. */
function signed(number) {
  return number < 0 ? `${number}` : ` ${number}`;
}

function minus([x, y], [fromX, fromY]) {
  return [x - fromX, y - fromY];
}
