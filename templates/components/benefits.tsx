import { benefits } from '../content/home.ts';

/** Four tiles of words, beside their heading on wide screens. */
export function Benefits() {
  return (
    <section className="rails-2 section-y border-t border-ink">
      <h2 className="gutter text-h2">{benefits.heading}</h2>
      <ul className="benefits">
        {benefits.tiles.map((tile) => (
          <li key={tile.name} className="gutter">
            <h3 className="text-h3">{tile.name}</h3>
            <p className="mt-2 text-muted">{tile.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
