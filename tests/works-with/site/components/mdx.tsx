import Text from './text.js';

export default function Page() {
  return <Text components={{ strong: 'em' }} />;
}
