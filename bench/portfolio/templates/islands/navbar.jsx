import { Home, Mail, Notebook } from 'lucide-react';
import { useState } from 'react';
import { island } from 'sitegen';

const LINKS = [
  { href: '/', label: 'Home', Icon: Home },
  { href: '/blog/', label: 'Blog', Icon: Notebook },
  { href: '/contact/', label: 'Contact', Icon: Mail },
];

function NavbarMenu() {
  const [isOpen, setOpen] = useState(false);
  return (
    <nav aria-label="Site">
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Menu
      </button>
      <ul hidden={!isOpen}>
        {LINKS.map(({ href, label, Icon }) => (
          <li key={href}>
            <a href={href}>
              <Icon aria-hidden="true" size={16} /> {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export const Navbar = island('navbar', NavbarMenu);
