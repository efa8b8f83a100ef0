import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { island } from 'sitegen';

function Mui() {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  return (
    <>
      <TextField label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <Button variant="contained" onClick={() => setOpen(true)}>
        Greet
      </Button>
      <Dialog open={open}>Hello {name}</Dialog>
    </>
  );
}

export default island('mui', Mui);
