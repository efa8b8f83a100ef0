import { format } from 'date-fns';
import { de } from 'date-fns/locale';

export default function When() {
  return <p>{format(new Date(2026, 2, 1), 'd. MMMM yyyy', { locale: de })}</p>;
}
