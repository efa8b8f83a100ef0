import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { useState } from 'react';
import { island } from 'sitegen';

function Actions() {
  const [done, setDone] = useState('nothing');
  return (
    <Menu>
      <MenuButton>Actions</MenuButton>
      <MenuItems>
        <MenuItem>
          <button onClick={() => setDone('edited')}>Edit</button>
        </MenuItem>
      </MenuItems>
      <p>{done}</p>
    </Menu>
  );
}

export default island('headlessui', Actions);
