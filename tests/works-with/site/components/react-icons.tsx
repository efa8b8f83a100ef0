import { FaBeer } from 'react-icons/fa';

export default function Icons() {
  return <FaBeer title="Beer" />;
}
