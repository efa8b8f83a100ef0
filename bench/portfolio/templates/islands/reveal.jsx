import { motion } from 'framer-motion';
import { island } from 'sitegen';

function FadeIn({ text }) {
  return (
    <motion.p initial={{ opacity: 0, y: 8 }} animate={{ opacity: 1, y: 0 }} transition={{ duration: 0.4 }}>
      {text}
    </motion.p>
  );
}

export const Reveal = island('reveal', FadeIn);
