import { AnimatePresence, motion } from 'motion/react';
import { useState } from 'react';
import { island } from 'sitegen';

function Panel() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(!open)}>{open ? 'Hide' : 'Show'}</button>
      <AnimatePresence>
        {open && (
          <motion.p
            initial={{ opacity: 0 }}
            animate={{ opacity: 1 }}
            exit={{ opacity: 0 }}
            transition={{ duration: 0.1 }}
          >
            Moved
          </motion.p>
        )}
      </AnimatePresence>
    </>
  );
}

export default island('motion', Panel);
