interface TableProps {
  readonly head?: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function Table({ head, rows }: TableProps) {
  return (
    <table className="mt-12 w-full text-left text-sm">
      {head && (
        <thead>
          <tr className="border-b border-stone-300">
            {head.map((cell) => (
              <th key={cell} className="py-2 pr-4">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} className="border-b border-stone-100">
            {row.map((cell, column) => (
              <td key={column} className="py-2 pr-4 tabular-nums">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
