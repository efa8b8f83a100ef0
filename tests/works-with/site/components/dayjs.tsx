import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);

export default function When() {
  return <p>{dayjs.utc('2026-03-01T12:00:00Z').format('YYYY-MM-DD HH:mm')}</p>;
}
