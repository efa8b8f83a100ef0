import Text from './text.mdx';

export default function Page() {
  return <Text components={{ strong: 'em' }} />;
}
